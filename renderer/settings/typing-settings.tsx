import { readSnippets, writeSnippets, type Snippets } from '../../shared/text/words/snippets'
import { useApp } from '../state/context'
import { useSettings } from '../state/queries'
import { PublishSettings } from './publish-settings'
import { LinesField, Switch, SettingChoice } from './setting-line'
import { TemplateSettings } from './template-settings'

const KEYS = [
  ['standard', 'Standard'],
  ['emacs', 'Emacs'],
  ['vim', 'Vim'],
] as const

const QUOTATION_MARKS = [
  ['typed', 'As typed: "…"'],
  ['language', 'By language'],
  ['english', '“English” ‘…’'],
  ['german', '„German“ ‚…‘'],
  ['books', '»German books« ›…‹'],
  ['guillemets', '«Guillemets» ‹…›'],
  ['french', '« French »'],
  ['polish', '„Polish” ‚…’'],
  ['swedish', '”Swedish” ’…’'],
  ['corners', '「Corner brackets」'],
] as const

/** Replacements and completions during typing. */
export function TypingSettings() {
  const settings = useSettings().data
  if (settings === undefined) return null
  return (
    <>
      <SettingChoice
        of="keys"
        label="Keys of the text"
        note="Emacs: Ctrl+A, E, F, B, N and P move, Ctrl+D, K and Y delete, take and put back, Alt+F and B go by words. Vim: modes, commands, registers, :w saves and :q closes the tab. In the text these go before the keys of Stet; Ctrl+Shift+P still lists every command."
        options={KEYS}
      />
      <SettingChoice
        of="quotationMarks"
        label="Quotation marks"
        note="By language: the one that “lang:” in the front matter names, else your first spelling language. Undo takes back only the replacement. Code and links keep what you type."
        options={QUOTATION_MARKS}
      />
      <Switch
        of="typographicDashes"
        label="Dashes and ellipses"
        note="-- becomes –, --- becomes —, and ... becomes …"
      />
      <Switch
        of="closesPairs"
        label="Close brackets and quotation marks"
        note="A bracket, a straight quotation mark or a backtick gets its partner as you type it."
      />
      <Switch
        of="selectionBar"
        label="Selection bar"
        note="Formatting beside the words that you select. Alt+F10 goes to it."
      />
      <Switch
        of="imageWidths"
        label="Widths of images"
        note="Dragging a corner of an image, or a command, writes {width=50%} behind it, as Pandoc does. When off, Stet writes none."
      />
      <SnippetSettings snippets={settings.snippets} />
      <TemplateSettings />
      <PublishSettings settings={settings} />
    </>
  )
}

/** The snippets, one a line. */
function SnippetSettings({ snippets }: { readonly snippets: Snippets }) {
  const { actions } = useApp()
  return (
    <LinesField
      label="Snippets"
      note={SNIPPETS}
      also="expand abbreviations"
      rows={6}
      lines={writeSnippets(snippets)}
      placeholder={'br Best regards,\\nM.'}
      read={readSnippets}
      keep={(next) => actions.did('settings.set', { snippets: next })}
    />
  )
}

const SNIPPETS =
  'One a line: a word, a space, and the text that it becomes when you press Tab behind it. \\n begins a new line; {{date}}, {{time}} and {{cursor}} are filled in.'
