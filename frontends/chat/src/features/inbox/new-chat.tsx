import { InfiniteList, MemberName } from '@meadow/features'
import { Avatar, Dialog, EmptyState, SearchField } from '@meadow/ui'
import { Link } from '@meadow/web'
import { useState } from 'react'
import { useMutualFollowers } from '../../data/use-mutual-followers.ts'
import { t } from '../../texts.ts'
import styles from './inbox.module.css'
import { RowSkeletons } from './row-skeletons.tsx'
import { useLater } from './use-later.ts'

const NEAR_THE_END = 100
const WORDS = { loading: t('new.loading'), failed: t('new.failed'), moreFailed: t('new.failed') }
const SKELETONS = { first: <RowSkeletons count={4} />, more: <RowSkeletons count={2} /> }

/** To whom one can write: those who follow back. */
export function NewChat({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title={t('inbox.newChat')}>
      <People onChoose={onClose} />
    </Dialog>
  )
}

function People({ onChoose }: { onChoose: () => void }) {
  const [text, setText] = useState('')
  const q = useLater(text)
  const { members, ...pages } = useMutualFollowers(q)
  return (
    <div className={styles['people']}>
      <SearchField
        variant="soft"
        label={t('new.search')}
        clearLabel={t('inbox.clearSearch')}
        value={text}
        onChange={setText}
      />
      <InfiniteList
        pages={pages}
        distance={NEAR_THE_END}
        isEmpty={members.length === 0}
        words={WORDS}
        onCards={false}
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
                <span className={styles['preview']}>@{member.username}</span>
              </Link>
            </li>
          ))}
        </ul>
      </InfiniteList>
    </div>
  )
}
