import type { GroupView } from '@meadow/contracts/browser'
import { toFirstName } from './format-group-preview.ts'
import { listGroupReaders, listGroupRecipients } from './group-window.ts'
import { t } from './texts.ts'

/** Returns the text that names those who have read a message; undefined if nobody has. */
export function formatReaders(
  group: Pick<GroupView, 'members'>,
  message: { seq: number; sender: { _id: string } },
): string | undefined {
  const readers = listGroupReaders(group, message)
  const [first, second] = readers
  if (!first) return undefined
  const name = toFirstName(first)
  const others = listGroupRecipients(group, message).length
  if (!second) return t('message.readByOne', { name })
  if (readers.length === others && others > 2) return t('message.readByAll')
  if (readers.length === 2) return t('message.readByTwo', { name, other: toFirstName(second) })
  return t('message.readByMore', { name, count: readers.length - 1 })
}
