#include "CYoga.h"

#include <dlfcn.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/* The part of Yoga's C interface that the card needs. Source: yoga/YGNode.h, YGNodeStyle.h and
   YGNodeLayout.h; the numbers are those of YGEnums.h. */
typedef struct node *node;
enum { column = 0, row = 2 };
enum { at_start = 1, at_center = 2 };
enum { space_between = 3 };
enum { left = 0, top = 1, all_edges = 8 };
enum { left_to_right = 1 };

typedef struct {
  node (*make)(void);
  void (*insert)(node, node, uint32_t);
  void (*free_all)(node);
  void (*direction)(node, int);
  void (*align_items)(node, int);
  void (*align_self)(node, int);
  void (*justify)(node, int);
  void (*flex)(node, float);
  void (*width)(node, float);
  void (*height)(node, float);
  void (*margin)(node, int, float);
  void (*padding)(node, int, float);
  void (*calculate)(node, float, float, int);
  float (*x)(node);
  float (*y)(node);
  float (*wide)(node);
  float (*high)(node);
} yoga;

struct yoga_card {
  void *library;
  yoga yoga;
  node root;
  node boxes[yoga_card_frames];
  /* The index of the box around each, -1 for the root. */
  int parents[yoga_card_frames];
};

static const struct {
  const char *name;
  size_t offset;
} functions[] = {
    {"YGNodeNew", offsetof(yoga, make)},
    {"YGNodeInsertChild", offsetof(yoga, insert)},
    {"YGNodeFreeRecursive", offsetof(yoga, free_all)},
    {"YGNodeStyleSetFlexDirection", offsetof(yoga, direction)},
    {"YGNodeStyleSetAlignItems", offsetof(yoga, align_items)},
    {"YGNodeStyleSetAlignSelf", offsetof(yoga, align_self)},
    {"YGNodeStyleSetJustifyContent", offsetof(yoga, justify)},
    {"YGNodeStyleSetFlex", offsetof(yoga, flex)},
    {"YGNodeStyleSetWidth", offsetof(yoga, width)},
    {"YGNodeStyleSetHeight", offsetof(yoga, height)},
    {"YGNodeStyleSetMargin", offsetof(yoga, margin)},
    {"YGNodeStyleSetPadding", offsetof(yoga, padding)},
    {"YGNodeCalculateLayout", offsetof(yoga, calculate)},
    {"YGNodeLayoutGetLeft", offsetof(yoga, x)},
    {"YGNodeLayoutGetTop", offsetof(yoga, y)},
    {"YGNodeLayoutGetWidth", offsetof(yoga, wide)},
    {"YGNodeLayoutGetHeight", offsetof(yoga, high)},
};

enum { header, avatar, names, name, handle, body, media, actions, reply, repost, like };

static node box(yoga_card *card, int index, int parent, uint32_t place) {
  node made = card->yoga.make();
  card->boxes[index] = made;
  card->parents[index] = parent;
  card->yoga.insert(parent < 0 ? card->root : card->boxes[parent], made, place);
  return made;
}

static void make_tree(yoga_card *card) {
  const yoga *y = &card->yoga;
  card->root = y->make();
  y->direction(card->root, column);
  y->padding(card->root, all_edges, 12);
  node made = box(card, header, -1, 0);
  y->direction(made, row);
  y->align_items(made, at_center);
  made = box(card, avatar, header, 0);
  y->width(made, 40);
  y->height(made, 40);
  made = box(card, names, header, 1);
  y->direction(made, column);
  y->flex(made, 1);
  y->margin(made, left, 12);
  y->height(box(card, name, names, 0), 20);
  made = box(card, handle, names, 1);
  y->height(made, 16);
  y->margin(made, top, 2);
  made = box(card, body, -1, 1);
  y->height(made, 60);
  y->margin(made, top, 8);
  made = box(card, media, -1, 2);
  y->align_self(made, at_start);
  y->margin(made, top, 8);
  made = box(card, actions, -1, 3);
  y->direction(made, row);
  y->justify(made, space_between);
  y->margin(made, top, 8);
  for (int action = reply; action <= like; ++action) {
    made = box(card, action, actions, (uint32_t)(action - reply));
    y->width(made, 24);
    y->height(made, 24);
  }
}

yoga_card *yoga_card_open(const char *library, const char **problem) {
  yoga_card *card = calloc(1, sizeof *card);
  if (!card) {
    *problem = "there is no memory";
    return NULL;
  }
  card->library = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  if (!card->library) {
    *problem = dlerror();
    free(card);
    return NULL;
  }
  for (size_t index = 0; index < sizeof functions / sizeof *functions; ++index) {
    void *function = dlsym(card->library, functions[index].name);
    if (!function) {
      *problem = functions[index].name;
      dlclose(card->library);
      free(card);
      return NULL;
    }
    *(void **)((char *)&card->yoga + functions[index].offset) = function;
  }
  make_tree(card);
  return card;
}

void yoga_card_close(yoga_card *card) {
  card->yoga.free_all(card->root);
  dlclose(card->library);
  free(card);
}

float yoga_card_layout(
    yoga_card *card, float width, float picture_width, float picture_height,
    float frames[4 * yoga_card_frames]) {
  const yoga *y = &card->yoga;
  y->width(card->boxes[media], picture_width);
  y->height(card->boxes[media], picture_height);
  y->calculate(card->root, width, NAN, left_to_right);
  for (int index = 0; index < yoga_card_frames; ++index) {
    node box = card->boxes[index];
    const float *around = card->parents[index] < 0 ? NULL : frames + 4 * card->parents[index];
    float *frame = frames + 4 * index;
    frame[0] = y->x(box) + (around ? around[0] : 0);
    frame[1] = y->y(box) + (around ? around[1] : 0);
    frame[2] = y->wide(box);
    frame[3] = y->high(box);
  }
  return y->high(card->root);
}
