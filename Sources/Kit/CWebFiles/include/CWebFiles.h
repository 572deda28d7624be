#ifndef CELLHEIGHTS_CWEBFILES_H
#define CELLHEIGHTS_CWEBFILES_H

/* The files of the folder `web`:
   UTF-8 with a zero byte at the end. In C, because the Swift compiler is slow with large arrays. */

const char *web_index_html(void);
const char *web_demo_css(void);
const char *web_demo_js(void);
const char *web_cell_js(void);
const char *web_cellheights_js(void);
const char *web_lines_js(void);
const char *web_sections_js(void);
const char *web_virtual_list_js(void);

#endif
