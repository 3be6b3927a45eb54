import { EMAIL_PATTERN, USERNAME } from '@meadow/contracts/limits'
import type { Errors } from '@meadow/web'
import { checkConfirm, checkPassword } from '../../passwords.ts'
import { t } from '../../texts.ts'

export type SignUp = {
  username: string
  fullName: string
  email: string
  password: string
  confirm: string
  agreed: boolean
}

/** What is wrong with a sign-up, by field; nothing where all is well. */
export function checkSignUp(values: SignUp): Errors<SignUp> {
  const errors = {
    username: checkUsername(values.username.trim()),
    fullName: values.fullName.trim() ? undefined : t('signUp.fullNameRequired'),
    email: checkEmail(values.email.trim()),
    password: checkPassword(values.password),
    confirm: checkConfirm(values.confirm, values.password),
    agreed: values.agreed ? undefined : t('signUp.agreeRequired'),
  }
  return Object.fromEntries(Object.entries(errors).filter(([, error]) => error !== undefined))
}

function checkUsername(username: string): string | undefined {
  if (!username) return t('signUp.usernameRequired')
  if (username.length < USERNAME.min) return t('signUp.usernameShort', { least: USERNAME.min })
  return undefined
}

function checkEmail(email: string): string | undefined {
  if (!email) return t('signUp.emailRequired')
  return EMAIL_PATTERN.test(email) ? undefined : t('signUp.emailInvalid')
}
