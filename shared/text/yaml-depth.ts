/** No writer's front matter nests its values this deeply. */
const DEPTH_MAX = 100
const MANY_MARKERS_IN_A_LINE = new RegExp(`^[ \\t]*(?:[-?:][ \\t]+){${DEPTH_MAX}}`, 'm')

/**
 * Whether YAML is nested deeper than any writer intends. The parser of the `yaml` package is recursive, and V8 ends the
 * whole process, which cannot be caught, if it compiles a regular expression at the end of the stack. Brackets within
 * quotes count too.
 */
export function isDeeplyNested(yaml: string): boolean {
  let depth = 0
  for (const [bracket] of yaml.matchAll(/[[\]{}]/g)) {
    depth = bracket === '[' || bracket === '{' ? depth + 1 : Math.max(0, depth - 1)
    if (depth > DEPTH_MAX) return true
  }
  return MANY_MARKERS_IN_A_LINE.test(yaml)
}
