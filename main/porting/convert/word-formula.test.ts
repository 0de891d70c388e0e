import { describe, expect, test } from 'vitest'
import { readFormula } from './word-formula'

const r = (text: string, properties = '') => `<m:r>${properties}<m:t>${text}</m:t></m:r>`
const of = (...inner: readonly string[]) => readFormula(`<m:oMath>${inner.join('')}</m:oMath>`)

describe('an equation of Word becomes TeX', () => {
  test.each([
    ['letters and signs', r('𝑎≤𝛼∙∞'), 'a\\le \\alpha \\bullet \\infty'],
    ['signs that TeX has for itself', r('50% &amp; #1_{x}'), '50\\% \\& \\#1\\_\\{x\\}'],
    ['a fraction', `<m:f><m:num>${r('1')}</m:num><m:den>${r('x+1')}</m:den></m:f>`, '\\frac{1}{x+1}'],
    [
      'a fraction in a line',
      `<m:f><m:fPr><m:type m:val="lin"/></m:fPr><m:num>${r('1')}</m:num><m:den>${r('2n')}</m:den></m:f>`,
      '1/{2n}',
    ],
    ['a power', `<m:sSup><m:e>${r('x')}</m:e><m:sup>${r('10')}</m:sup></m:sSup>`, 'x^{10}'],
    [
      'an index and a power',
      `<m:sSubSup><m:e>${r('ab')}</m:e><m:sub>${r('i')}</m:sub><m:sup>${r('2')}</m:sup></m:sSubSup>`,
      '{ab}_i^2',
    ],
    [
      'roots',
      `<m:rad><m:radPr><m:degHide m:val="1"/></m:radPr><m:deg/><m:e>${r('d')}</m:e></m:rad><m:rad><m:deg>${r('3')}</m:deg><m:e>${r('x')}</m:e></m:rad>`,
      '\\sqrt{d}\\sqrt[3]{x}',
    ],
    [
      'a sum',
      `<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub>${r('i=1')}</m:sub><m:sup>${r('n')}</m:sup><m:e>${r('i')}</m:e></m:nary>`,
      '\\sum _{i=1}^n i',
    ],
    [
      'brackets',
      `<m:d><m:dPr><m:begChr m:val="{"/><m:endChr m:val=""/></m:dPr><m:e>${r('x')}</m:e></m:d><m:d><m:e>${r('a')}</m:e></m:d>`,
      '\\left\\{x\\right.\\left(a\\right)',
    ],
    [
      'a function and its limit',
      `<m:func><m:fName><m:limLow><m:e>${r('lim')}</m:e><m:lim>${r('n→∞')}</m:lim></m:limLow></m:fName><m:e>${r('x')}</m:e></m:func>`,
      '\\lim_{n\\to \\infty} x',
    ],
    [
      'a matrix',
      `<m:m><m:mr><m:e>${r('1')}</m:e><m:e>${r('0')}</m:e></m:mr><m:mr><m:e>${r('0')}</m:e><m:e>${r('1')}</m:e></m:mr></m:m>`,
      '\\begin{matrix} 1 & 0 \\\\ 0 & 1 \\end{matrix}',
    ],
    [
      'words and accents',
      `${r('if', '<m:rPr><m:nor/></m:rPr>')}<m:acc><m:accPr><m:chr m:val="⃗"/></m:accPr><m:e>${r('v')}</m:e></m:acc>`,
      '\\text{if}\\vec{v}',
    ],
  ])('%s', (_what, xml, tex) => {
    expect(of(xml)).toEqual({ tex, isWhole: true })
  })

  test('what has no TeX here leaves its words, and is told', () => {
    expect(of(`<m:unknown><m:e>${r('x')}</m:e></m:unknown>`, r('+1'))).toEqual({ tex: 'x+1', isWhole: false })
  })
})
