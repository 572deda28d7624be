#ifndef CELLHEIGHTS_CREPORTPAGE_H
#define CELLHEIGHTS_CREPORTPAGE_H

/* The style sheet and the scripts of the page of a simulation:
   UTF-8 with a zero byte at the end. In C, because the Swift compiler is slow with large arrays. */

const char *report_page_css(void);
const char *report_model_js(void);
const char *report_timeline_js(void);
const char *report_cells_js(void);
const char *report_page_js(void);

#endif
