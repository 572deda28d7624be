#ifndef CELLHEIGHTS_CYOGA_H
#define CELLHEIGHTS_CYOGA_H

/* The card of Benchmarks/peers/boxes.yaml as a tree of Yoga, which is loaded at run time. */

enum { yoga_card_frames = 11 };

typedef struct yoga_card yoga_card;

/* Loads Yoga and makes the tree; null if the library cannot be loaded or lacks a function, with the
   reason in `problem`. */
yoga_card *yoga_card_open(const char *library, const char **problem);
void yoga_card_close(yoga_card *card);

/* Lays out the card, whose height is returned. `frames` has the x, y, width and height of all boxes but
   the root in points from its corner, in the order of the document. */
float yoga_card_layout(
    yoga_card *card, float width, float picture_width, float picture_height,
    float frames[4 * yoga_card_frames]);

#endif
