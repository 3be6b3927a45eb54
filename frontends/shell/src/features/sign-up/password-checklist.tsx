import { PASSWORD_LENGTH } from '@meadow/contracts/limits'
import { joinClassNames } from '@meadow/ui'
import { Circle, CircleCheck } from 'lucide-react'
import { t } from '../../texts.ts'
import styles from './sign-up.module.css'

const PASSWORD_RULES = [
  {
    text: t('signUp.checkLength', { least: PASSWORD_LENGTH.min }),
    met: (password: string) => password.length >= PASSWORD_LENGTH.min,
  },
  { text: t('signUp.checkUpper'), met: (password: string) => /\p{Lu}/u.test(password) },
  { text: t('signUp.checkLower'), met: (password: string) => /\p{Ll}/u.test(password) },
  { text: t('signUp.checkNumber'), met: (password: string) => /\p{Nd}/u.test(password) },
]

/** Live checklist of password rules. Only the length is enforced. */
export function PasswordChecklist({ password }: { password: string }) {
  return (
    <ul className={styles['checklist']} aria-label={t('signUp.checklist')}>
      {PASSWORD_RULES.map(({ text, met }) => {
        const isMet = met(password)
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
