import type { MemberView } from '@meadow/contracts/browser'
import { MemberName } from '@meadow/features'
import { Avatar, joinClassNames } from '@meadow/ui'
import type { ReactNode } from 'react'
import styles from './settings.module.css'

type MemberRowProps = { member: MemberView; notes?: readonly string[]; children: ReactNode }

/** A member in a list of the settings, with notes below the name, and what can be done. */
export function MemberRow({ member, notes = [], children }: MemberRowProps) {
  const { fullName, username, avatar } = member
  return (
    <li className={joinClassNames(styles['setting'], styles['member'])}>
      <Avatar name={fullName} src={avatar} size={40} />
      <div className={styles['labels']}>
        <h3>
          <MemberName member={member} />
        </h3>
        <p>
          <bdi>@{username}</bdi>
        </p>
        {notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
      </div>
      {children}
    </li>
  )
}
