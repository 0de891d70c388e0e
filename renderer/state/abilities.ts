import { ABILITIES, type Ability, type Field } from '../../shared/terms'
import { useOfConnection } from './queries'
import { type Toast } from './store'
import { showToast } from './toasts'

const REASONS: Readonly<Partial<Record<Ability, string>>> = {
  'documents:read': 'this key may not read documents',
  'documents:write': 'this key may not write documents',
  'folders:read': 'this key may not read folders',
  'folders:write': 'this key may not write folders',
  'tags:read': 'this key may not read tags',
  'tags:write': 'this key may not write tags',
  'files:read': 'this key may not read files',
  'files:write': 'this key may not write files',
}

/**
 * Gives, for an ability, the reason why the key in use does not have it, worded to follow "because". `undefined` means
 * that the key has the ability, or that the abilities are not known yet.
 */
export function useRefusals(): (ability: Ability) => string | undefined {
  const refused = useOfConnection(({ abilities }) =>
    ABILITIES.filter((ability) => abilities[ability] === 'no'),
  )
  return (ability) =>
    refused?.includes(ability) === true ? (REASONS[ability] ?? 'this key may not') : undefined
}

const IGNORED: Readonly<Record<Field, string>> = {
  title: 'this service does not take a new title for a document that exists',
  folderId: 'this service does not move a document to another folder',
  tagIds: 'this service does not change the tags of a document',
  status: 'this service does not publish or unpublish a document',
}

/**
 * Gives the reason why a field of documents cannot be changed: the key lacks the ability, or the service accepts the
 * write but ignores the field.
 */
export function useFieldRefusals(): (field: Field) => string | undefined {
  const ignored = useOfConnection(({ ignoredFields }) => ignoredFields)
  const write = useRefusals()('documents:write')
  return (field) => write ?? (ignored?.includes(field) === true ? IGNORED[field] : undefined)
}

/**
 * Runs the action, or, if there is a reason against it, shows that reason in a toast with what can be done instead.
 * Used by keys and drops, which cannot be shown as disabled.
 */
export function unlessRefused(
  reason: string | undefined,
  run: () => void,
  possible: Toast['actions'] = [],
): void {
  if (reason === undefined) run()
  else showToast(asSentence(reason), possible)
}

export const asSentence = (reason: string): string =>
  `${reason.charAt(0).toLocaleUpperCase()}${reason.slice(1)}.`
