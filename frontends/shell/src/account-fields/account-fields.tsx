import { trimText } from '@meadow/contracts/visible-text'
import type { FormErrors } from '@meadow/features'
import { Checkbox, TextField } from '@meadow/ui'
import { TextLink } from '../auth-layout/auth-form.tsx'
import { validateEmail } from '../email/validate-email.ts'
import { validateUsername } from '../username/validate-username.ts'
import { t } from './texts.ts'

type AccountFieldProps = { value: string; error: string | undefined; onChange: (value: string) => void; label?: string }

export const UsernameField = ({ label = t('account.username'), ...field }: AccountFieldProps) => (
  <TextField
    label={label}
    name="username"
    autoComplete="username"
    autoCapitalize="none"
    spellCheck={false}
    {...field}
  />
)

export const FullNameField = ({ label = t('account.fullName'), ...field }: AccountFieldProps) => (
  <TextField label={label} name="name" autoComplete="name" {...field} />
)

export const EmailField = ({ label = t('account.email'), ...field }: AccountFieldProps) => (
  <TextField label={label} name="email" type="email" autoComplete="email" {...field} />
)

type AgreementFieldProps = { checked: boolean; error: string | undefined; onChange: (checked: boolean) => void }

/** Checkbox of the consent to the terms. Its links open in a new tab, so that the form keeps its input. */
export const AgreementField = (field: AgreementFieldProps) => (
  <Checkbox
    label={
      <>
        {t('account.agree')}{' '}
        <TextLink to="/terms" target="_blank">
          {t('legal.terms')}
        </TextLink>{' '}
        {t('account.and')}{' '}
        <TextLink to="/privacy" target="_blank">
          {t('legal.privacy')}
        </TextLink>{' '}
        {t('account.notice')}
      </>
    }
    {...field}
  />
)

export type NewAccountValues = { username: string; fullName: string; email: string; agreed: boolean }

/** Validates what every registration asks for, by the rules of the server. Returns the errors by field. */
export function validateNewAccount({
  username,
  fullName,
  email,
  agreed,
}: NewAccountValues): FormErrors<NewAccountValues> {
  const errors = {
    username: validateUsername(username.trim()),
    fullName: trimText(fullName) ? undefined : t('account.fullNameRequired'),
    email: validateEmail(email),
    agreed: agreed ? undefined : t('account.agreeRequired'),
  }
  return Object.fromEntries(Object.entries(errors).filter(([, error]) => error !== undefined))
}
