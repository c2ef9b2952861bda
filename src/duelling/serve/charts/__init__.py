"""Charts as SVG, from the numbers of the standings. They have classes and no styles: colours stand in the CSS file."""
