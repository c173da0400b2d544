# Lays `panels` out in rows of equal cells below `head`, the share of the page for titles and a key: as many side by side as have room
# for cell_letters letters each. Where a row would have less than cell_lines lines of text, the picture grows. Sets columns, rows
# and what panel.gp needs. To be loaded before anything is drawn.
columns = max(1, int(0.98 / (cell_letters * letter_width)))
rows = (panels + columns - 1) / columns; columns = (panels + rows - 1) / rows
n = rows * cell_lines; grow = head; load here.'grow.gp'
page_width = 0.98; page_top = from_top(1 - head); page_height = page_top - from_bottom(0.01)
