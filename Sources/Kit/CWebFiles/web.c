#include "CWebFiles.h"

const char *web_index_html(void) {
  static const unsigned char text[] = {
#embed "../../../web/index.html" suffix(, 0)
  };
  return (const char *)text;
}

const char *web_demo_css(void) {
  static const unsigned char text[] = {
#embed "../../../web/demo.css" suffix(, 0)
  };
  return (const char *)text;
}

const char *web_demo_js(void) {
  static const unsigned char text[] = {
#embed "../../../web/demo.js" suffix(, 0)
  };
  return (const char *)text;
}

const char *web_cell_js(void) {
  static const unsigned char text[] = {
#embed "../../../web/cell.js" suffix(, 0)
  };
  return (const char *)text;
}

const char *web_cellheights_js(void) {
  static const unsigned char text[] = {
#embed "../../../web/cellheights.js" suffix(, 0)
  };
  return (const char *)text;
}

const char *web_lines_js(void) {
  static const unsigned char text[] = {
#embed "../../../web/lines.js" suffix(, 0)
  };
  return (const char *)text;
}

const char *web_sections_js(void) {
  static const unsigned char text[] = {
#embed "../../../web/sections.js" suffix(, 0)
  };
  return (const char *)text;
}

const char *web_virtual_list_js(void) {
  static const unsigned char text[] = {
#embed "../../../web/virtual-list.js" suffix(, 0)
  };
  return (const char *)text;
}
