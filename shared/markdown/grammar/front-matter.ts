import { tags } from '@lezer/highlight'
import type { MarkdownConfig } from '@lezer/markdown'
import { CLOSING, KEY, OPENING, YAML_LINE } from '../front-matter-lines'

/** Front matter: a first line of three dashes with a `key:` after it, up to the next line of three dashes or dots. */
export const frontMatter: MarkdownConfig = {
  defineNodes: [
    { name: 'FrontMatter', block: true },
    { name: 'FrontMatterMark', style: tags.processingInstruction },
  ],
  parseBlock: [
    {
      name: 'FrontMatter',
      before: 'HorizontalRule',
      parse(context, line) {
        if (context.lineStart !== 0 || !OPENING.test(line.text) || !KEY.test(context.peekLine())) return false
        const dashes = line.text.indexOf('-')
        const marks = [context.elt('FrontMatterMark', dashes, dashes + 3)]
        while (context.nextLine()) {
          const from = context.lineStart
          if (CLOSING.test(line.text)) {
            marks.push(context.elt('FrontMatterMark', from, from + 3))
            context.addElement(context.elt('FrontMatter', 0, from + 3, marks))
            context.nextLine()
            return true
          }
          if (!YAML_LINE.test(line.text)) break
        }
        context.addElement(context.elt('FrontMatter', 0, context.prevLineEnd(), marks))
        return true
      },
    },
  ],
}
