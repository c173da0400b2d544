# Makes the picture higher where n lines of text need it, beside the share `grow` of the page. To be loaded before anything is drawn.
height = max(asked_height, min(30000, int(grow * page_scale + 24 * text_scale * n))) # cairo ends at 32767
load here.'paper.gp'
