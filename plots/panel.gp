# Places panel k (1 ..) of `panels` on the page, in rows of `columns` equal cells. The cells take page_width and page_height of
# the page, below page_top (cells.gp); around its panel a cell leaves room_left, room_right, room_above and room_below free. All are
# places as in style.gp. Sets the margins, and panel_left, panel_right,
# panel_top, panel_bottom, panel_middle; above(v): the place v above the panel.
cell_width = page_width / columns
cell_height = page_height / rows
cell_left = (1 - page_width) / 2 + (k - 1) % columns * cell_width
cell_top = page_top - (k - 1) / columns * cell_height
panel_left = cell_left + from_left(room_left); panel_right = cell_left + cell_width - from_left(room_right)
panel_top = cell_top - room_above * page_scale / height; panel_bottom = cell_top - cell_height + room_below * page_scale / height
above(v) = panel_top + v * page_scale / height
panel_middle = (panel_left + panel_right) / 2
set lmargin at screen panel_left
set rmargin at screen panel_right
set tmargin at screen panel_top
set bmargin at screen panel_bottom
