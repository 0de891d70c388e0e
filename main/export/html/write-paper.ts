import { targetKey, targetOf } from '../../../shared/text/file-links'
import type { ExportJob } from '../job'
import type { Pictures, Publication } from '../publication'
import { FONT_STYLE, PICTURES } from './paper-addresses'
import { sheetStyle } from './sheet-style'
import { encoded, OWN_STYLE, pageHtml } from './write-html'

/**
 * The page that is printed or becomes a PDF. It does not contain its pictures: the printing window reads them one by
 * one.
 */
export function writePaper(
  publication: Publication,
  pictures: Pictures,
  sheet: Pick<ExportJob, 'paper' | 'margins'>,
): Generator<Uint8Array> {
  const sheets = `<style>${sheetStyle(sheet, publication.title)}</style>\n`
  const page = pageHtml(
    publication,
    (address) => {
      const picture = pictures(address)
      const target = targetOf(address)
      if (picture === undefined || !target) return undefined
      const { width, height } = picture
      return { address: PICTURES + encodeURIComponent(targetKey(target)), width, height }
    },
    { style: `${OWN_STYLE}<link rel="stylesheet" href="${FONT_STYLE}">\n${sheets}`, isOnPaper: true },
  )
  return encoded(page)
}
