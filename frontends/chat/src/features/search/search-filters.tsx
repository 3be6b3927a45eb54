import type { MemberView } from '@meadow/contracts/browser'
import { SelectField, TextField } from '@meadow/ui'
import { useSession } from '@meadow/web'
import type { MessageSearchFilter } from '../../data/messages/message-search-filter.ts'
import { t } from '../../texts.ts'
import styles from './search.module.css'

const CONTENTS = [
  { value: '', label: t('search.anyContent') },
  { value: 'picture', label: t('search.pictures') },
  { value: 'video', label: t('search.videos') },
  { value: 'voice', label: t('search.voices') },
  { value: 'link', label: t('search.links') },
  { value: 'star', label: t('search.star') },
] as const

type SearchFiltersProps = {
  member: MemberView
  filter: MessageSearchFilter
  onChange: (filter: MessageSearchFilter) => void
}

/** Filters a search in a conversation by sender, content and days. */
export function SearchFilters({ member, filter, onChange }: SearchFiltersProps) {
  const currentUserId = useSession().user?._id ?? ''
  const change = (part: Partial<MessageSearchFilter>) => onChange({ ...filter, ...part })
  const senders = [
    { value: '', label: t('search.anySender') },
    { value: currentUserId, label: t('search.fromMe') },
    { value: member._id, label: member.fullName },
  ]
  return (
    <fieldset className={styles['filters']}>
      <legend className="visually-hidden">{t('search.filters')}</legend>
      <SelectField
        label={t('search.sender')}
        value={filter.from}
        options={senders}
        onChange={(from) => change({ from })}
      />
      <SelectField
        label={t('search.content')}
        value={filter.has}
        options={CONTENTS}
        onChange={(has) => change({ has })}
      />
      <TextField
        type="date"
        label={t('search.firstDay')}
        value={filter.firstDay}
        max={filter.lastDay || undefined}
        onChange={(firstDay) => change({ firstDay })}
      />
      <TextField
        type="date"
        label={t('search.lastDay')}
        value={filter.lastDay}
        min={filter.firstDay || undefined}
        onChange={(lastDay) => change({ lastDay })}
      />
    </fieldset>
  )
}
