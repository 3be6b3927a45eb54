import { joinClassNames } from '@meadow/ui'
import { Circle, CircleCheck } from 'lucide-react'
import styles from './password.module.css'
import type { PasswordRule } from './password-rules.ts'
import { t } from './texts.ts'

/** Live checklist of the rules and tips for a password. */
export function PasswordChecklist({ rules }: { rules: readonly PasswordRule[] }) {
  return (
    <ul className={styles['checklist']} aria-label={t('signUp.checklist')}>
      {rules.map(({ text, isMet }) => {
        const Icon = isMet ? CircleCheck : Circle
        return (
          <li key={text} className={joinClassNames(isMet && styles['fulfilled'])}>
            <Icon aria-hidden="true" />
            {text}
            <span className="visually-hidden">, {t(isMet ? 'signUp.met' : 'signUp.notMet')}</span>
          </li>
        )
      })}
    </ul>
  )
}
