/** Lines that begin another block. */
export const OTHER_BLOCK =
  /^(?:[-+*:](?:[ \t]|$)|#{1,6}(?:[ \t]|$)|[>|<]|~~~|```|[-_*]{3,}[ \t]*$|\d{1,9}[.)][ \t]|\$\$|\[[^\]]{1,100}\]:)/
