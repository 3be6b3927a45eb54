import { Avatar } from '@meadow/ui'
import { useId } from 'react'
import styles from './demo-accounts.module.css'
import { t } from './texts.ts'
import { type DemoAccount, useDemoAccounts } from './use-demo-accounts.ts'

/** Sign-in buttons of the demo accounts. Renders nothing if the installation has none. */
export function DemoAccounts() {
  const { accounts, enter, busy } = useDemoAccounts()
  const title = useId()
  if (accounts.length === 0) return null
  return (
    <section className={styles['demo']} aria-labelledby={title}>
      <h2 id={title} className={styles['title']}>
        {t('signIn.demo')}
      </h2>
      <ul className={styles['members']}>
        {accounts.map((account) => (
          <li key={account.username}>
            <button
              type="button"
              className={styles['member']}
              disabled={busy}
              aria-label={t(isModerator(account) ? 'signIn.demoAsModerator' : 'signIn.demoAs', {
                name: account.fullName,
              })}
              onClick={() => enter(account)}
            >
              <Avatar name={account.fullName} src={account.avatar} size={48} />
              <span className="member-text">{account.fullName.split(' ', 1)[0]}</span>
              {isModerator(account) && <span className={styles['role']}>{t('signIn.demoModerator')}</span>}
            </button>
          </li>
        ))}
      </ul>
      <p className={styles['hint']}>{t('signIn.demoHint')}</p>
    </section>
  )
}

const isModerator = ({ role }: DemoAccount): boolean => role === 'moderator'
