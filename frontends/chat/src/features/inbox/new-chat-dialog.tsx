import { InfiniteList, MemberName } from '@meadow/features'
import { Avatar, Dialog, EmptyState, SearchField } from '@meadow/ui'
import { Link } from '@meadow/web'
import { UsersRound } from 'lucide-react'
import { useState } from 'react'
import { useMutualFollowers } from '../../data/conversations/use-mutual-followers.ts'
import { LazyNewGroupForm } from '../../groups/lazy-new-group-form.tsx'
import { t } from '../../texts.ts'
import { ConversationSkeletons } from './conversation-skeletons.tsx'
import styles from './inbox.module.css'
import { useDebouncedText } from './use-debounced-text.ts'

const LOAD_MORE_DISTANCE_PX = 100
const LIST_TEXTS = { loading: t('new.loading'), failed: t('new.failed'), moreFailed: t('new.failed') }
const SKELETONS = { first: <ConversationSkeletons count={4} />, more: <ConversationSkeletons count={2} /> }

/** A conversation with one person, or a group. */
export type NewChat = 'person' | 'group'

type NewChatDialogProps = { newChat: NewChat | undefined; onChange: (newChat: NewChat | undefined) => void }

/** Lists the mutual followers, to start a conversation with one of them or a group with several. */
export function NewChatDialog({ newChat, onChange }: NewChatDialogProps) {
  const close = () => onChange(undefined)
  const isGroup = newChat === 'group'
  return (
    <Dialog open={newChat !== undefined} onClose={close} title={isGroup ? t('new.group') : t('inbox.newChat')}>
      {isGroup ? (
        <LazyNewGroupForm onClose={close} />
      ) : (
        <MutualFollowerList onChoose={close} onNewGroup={() => onChange('group')} />
      )}
    </Dialog>
  )
}

function MutualFollowerList({ onChoose, onNewGroup }: { onChoose: () => void; onNewGroup: () => void }) {
  const [text, setText] = useState('')
  const q = useDebouncedText(text)
  const { members, ...pages } = useMutualFollowers(q)
  return (
    <div className={styles['members']}>
      <SearchField
        variant="soft"
        autoFocus
        label={t('new.search')}
        clearLabel={t('inbox.clearSearch')}
        value={text}
        onChange={setText}
      />
      <button type="button" className={styles['archive']} onClick={onNewGroup}>
        <UsersRound aria-hidden="true" />
        {t('new.group')}
      </button>
      <InfiniteList
        query={pages}
        distance={LOAD_MORE_DISTANCE_PX}
        isEmpty={members.length === 0}
        texts={LIST_TEXTS}
        hasCards={false}
        skeletons={SKELETONS}
        empty={
          q ? (
            <EmptyState title={t('inbox.noneFound')}>{t('new.noneFound', { query: q })}</EmptyState>
          ) : (
            <EmptyState title={t('new.none')}>{t('new.noneText')}</EmptyState>
          )
        }
        end={null}
      >
        <ul aria-label={t('new.people')}>
          {members.map((member) => (
            <li key={member._id}>
              <Link to={`/chat/${member.username}`} className={styles['row']} onClick={onChoose}>
                <Avatar name={member.fullName} src={member.avatar} size={48} online={member.isOnline} />
                <span className={styles['name']}>
                  <MemberName member={member} />
                </span>
                <bdi className={styles['preview']}>@{member.username}</bdi>
              </Link>
            </li>
          ))}
        </ul>
      </InfiniteList>
    </div>
  )
}
