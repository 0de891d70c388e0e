import { expect, test } from 'vitest'
import { convertHtml } from './html-to-markdown'

const WORD_NOTES = `<p class=MsoNormal>A <b>note</b><a style='mso-footnote-id:ftn1' href="#_ftn1" name="_ftnref1" title=""><span
class=MsoFootnoteReference><span style='mso-special-character:footnote'><![if !supportFootnotes]><span class=MsoFootnoteReference>[1]</span><![endif]></span></span></a>
and a last word<a style='mso-endnote-id:edn1' href="#_edn1" name="_ednref1"><span class=MsoEndnoteReference>[i]</span></a>.</p>
<div style='mso-element:footnote-list'><![if !supportFootnotes]><br clear=all><hr align=left size=1 width="33%"><![endif]>
<div style='mso-element:footnote' id=ftn1><p class=MsoFootnoteText><a style='mso-footnote-id:ftn1' href="#_ftnref1" name="_ftn1" title=""><span
class=MsoFootnoteReference>[1]</span></a> The <i>note</i>.</p><p class=MsoFootnoteText>It goes on.</p></div></div>
<div style='mso-element:endnote-list'><br clear=all><hr><div style='mso-element:endnote' id=edn1><p class=MsoEndnoteText><a
href="#_ednref1" name="_edn1">[i]</a> The end.</p></div></div>`

test.each([
  [
    'footnotes and endnotes, as Word writes them',
    WORD_NOTES,
    0,
    'A **note**[^1] and a last word[^2].\n\n[^1]: The *note*.\n\n    It goes on.\n\n[^2]: The end.',
  ],
  [
    'footnotes for a text that has three',
    WORD_NOTES,
    3,
    'A **note**[^4] and a last word[^5].\n\n[^4]: The *note*.\n\n    It goes on.\n\n[^5]: The end.',
  ],
  [
    'footnotes, as LibreOffice writes them',
    `<p>One<a class="sdfootnoteanc" name="sdfootnote1anc" href="#sdfootnote1sym"><sup>1</sup></a> two<a class="sdfootnoteanc" name="sdfootnote2anc" href="#sdfootnote2sym"><sup>2</sup></a></p>
    <div id="sdfootnote1"><p class="sdfootnote"><a class="sdfootnotesym" name="sdfootnote1sym" href="#sdfootnote1anc">1</a>First</p></div>
    <div id="sdfootnote2"><p class="sdfootnote"><a class="sdfootnotesym" name="sdfootnote2sym" href="#sdfootnote2anc">2</a>Second</p></div>`,
    0,
    'One[^1] two[^2]\n\n[^1]: First\n\n[^2]: Second',
  ],
  [
    'a footnote, as Google Docs writes it in a page',
    `<body><p>One<sup><a href="#ftnt1" id="ftnt_ref1">[1]</a></sup></p><hr><div><p><a href="#ftnt_ref1" id="ftnt1">[1]</a>&nbsp;First</p></div></body>`,
    0,
    'One[^1]\n\n[^1]: First',
  ],
  [
    'a reference whose note was not copied stays words',
    `<p><b>One</b><a href="#_ftn1" name="_ftnref1">[1]</a></p><hr><p>two</p>`,
    0,
    '**One**\\[1]\n\n---\n\ntwo',
  ],
])('%s', (_name, html, notes, markdown) => {
  expect(convertHtml(html, notes)).toEqual({ kind: 'markdown', markdown })
})
