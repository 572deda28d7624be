#include "CReportPage.h"

const char *report_page_css(void) {
  static const unsigned char text[] = {
#embed "page.css" suffix(, 0)
  };
  return (const char *)text;
}

const char *report_model_js(void) {
  static const unsigned char text[] = {
#embed "model.js" suffix(, 0)
  };
  return (const char *)text;
}

const char *report_timeline_js(void) {
  static const unsigned char text[] = {
#embed "timeline.js" suffix(, 0)
  };
  return (const char *)text;
}

const char *report_cells_js(void) {
  static const unsigned char text[] = {
#embed "cells.js" suffix(, 0)
  };
  return (const char *)text;
}

const char *report_page_js(void) {
  static const unsigned char text[] = {
#embed "page.js" suffix(, 0)
  };
  return (const char *)text;
}
