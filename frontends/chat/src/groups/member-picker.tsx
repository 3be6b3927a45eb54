import type { MemberView } from '@meadow/contracts/browser'
import { InfiniteList, MemberName } from '@meadow/features'
import { Avatar, EmptyState, SearchField } from '@meadow/ui'
import { X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useMutualFollowers } from '../data/conversations/use-mutual-followers.ts'
import { ConversationSkeletons } from '../features/inbox/conversation-skeletons.tsx'
import { useDebouncedText } from '../features/inbox/use-debounced-text.ts'
import { t as chatText } from '../texts.ts'
import styles from './groups.module.css'
import { t } from './texts.ts'

const LOAD_MORE_DISTANCE_PX = 100
const LIST_TEXTS = {
  loading: chatText('new.loading'),
  failed: chatText('new.failed'),
  moreFailed: chatText('new.failed'),
}
const SKELETONS = { first: <ConversationSkeletons count={4} />, more: <ConversationSkeletons count={2} /> }

type MemberPickerProps = {
  chosen: readonly MemberView[]
  onChange: (chosen: readonly MemberView[]) => void
  /** Shown below the search: the number of those who can still be chosen is used up, or what to do. */
  hint: string
  isFull: boolean
  /** Those who cannot be chosen, with the reason instead of their username. */
  excluded?: { ids: ReadonlySet<string>; reason: string }
}

/** Chooses several of the mutual followers: those chosen are buttons above the search, which take them out again. */
export function MemberPicker({ chosen, onChange, hint, isFull, excluded }: MemberPickerProps) {
  const [text, setText] = useState('')
  const search = useRef<HTMLInputElement>(null)
  const q = useDebouncedText(text)
  const { members, ...pages } = useMutualFollowers(q)
  useEffect(() => search.current?.focus(), []) // a dialog that is open already does not focus it
  const takeOut = (id: string) => {
    onChange(chosen.filter(({ _id }) => _id !== id))
    search.current?.focus()
  }
  return (
    <div className={styles['picker']}>
      {chosen.length > 0 && (
        <ul className={styles['chips']} aria-label={t('new.chosen')}>
          {chosen.map((member) => (
            <li key={member._id}>
              <button type="button" onClick={() => takeOut(member._id)}>
                <Avatar name={member.fullName} src={member.avatar} size={28} />
                <bdi aria-hidden="true">{member.fullName}</bdi>
                <span className="visually-hidden">{t('new.takeOut', { name: member.fullName })}</span>
                <X aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <SearchField
        variant="soft"
        autoFocus
        inputRef={search}
        label={t('new.search')}
        clearLabel={chatText('inbox.clearSearch')}
        value={text}
        onChange={setText}
      />
      <p className={styles['hint']} role="status">
        {hint}
      </p>
      <InfiniteList
        query={pages}
        distance={LOAD_MORE_DISTANCE_PX}
        isEmpty={members.length === 0}
        texts={LIST_TEXTS}
        hasCards={false}
        skeletons={SKELETONS}
        empty={
          q ? (
            <EmptyState title={chatText('inbox.noneFound')}>{chatText('new.noneFound', { query: q })}</EmptyState>
          ) : (
            <EmptyState title={chatText('new.none')}>{chatText('new.noneText')}</EmptyState>
          )
        }
        end={null}
      >
        <ul aria-label={t('new.people')}>
          {members.map((member) => {
            const isChosen = chosen.some(({ _id }) => _id === member._id)
            const isExcluded = excluded?.ids.has(member._id) === true
            return (
              <li key={member._id}>
                <label className={styles['member']}>
                  <input
                    type="checkbox"
                    className={styles['check']}
                    checked={isChosen}
                    disabled={isExcluded || (isFull && !isChosen)}
                    onChange={() =>
                      onChange(isChosen ? chosen.filter(({ _id }) => _id !== member._id) : [...chosen, member])
                    }
                  />
                  <Avatar name={member.fullName} src={member.avatar} size={40} />
                  <span className={styles['names']}>
                    <span className={styles['memberName']}>
                      <MemberName member={member} />
                    </span>
                    <bdi className={styles['username']}>{isExcluded ? excluded?.reason : `@${member.username}`}</bdi>
                  </span>
                </label>
              </li>
            )
          })}
        </ul>
      </InfiniteList>
    </div>
  )
}
