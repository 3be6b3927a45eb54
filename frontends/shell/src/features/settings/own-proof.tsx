import { useForm } from '@meadow/features'
import { Alert, Button, Dialog, PasswordField, TextField } from '@meadow/ui'
import { ApiError, api, useMutation } from '@meadow/web'
import { useId, useRef } from 'react'
import { MailDeliveryNote } from '../../email/mail-delivery-note.tsx'
import styles from './settings.module.css'
import { t } from './texts.ts'
import { type OwnProof, useConnectedProviders } from './use-connected-providers.ts'

/**
 * Finds out how the member proves that it is them: by the password, or by a mailed code if the account has none. `toOwnProof` converts what
 * was typed in the field. It exchanges each code once and reuses its proof when the call is repeated. It throws the ApiError of a wrong
 * code.
 */
export function useOwnProof() {
  const { data: connected } = useConnectedProviders()
  const exchanged = useRef<{ code: string; proof: string }>(null)
  const hasPassword = connected?.hasPassword !== false
  return {
    hasPassword,
    requiredMessage: t(hasPassword ? 'settings.ownPasswordRequired' : 'settings.codeRequired'),
    async toOwnProof(typed: string): Promise<OwnProof> {
      if (hasPassword) return { password: typed }
      if (exchanged.current?.code !== typed) {
        const { proof } = await api('POST /auth/reauthenticate', { body: { code: typed } })
        exchanged.current = { code: typed, proof }
      }
      return { proof: exchanged.current.proof }
    },
  }
}

type OwnProofFieldProps = {
  hasPassword: boolean
  value: string
  onChange: (typed: string) => void
  error: string | undefined
}

/** Field for the password, or for a code with the button that mails it. */
export function OwnProofField({ hasPassword, value, onChange, error }: OwnProofFieldProps) {
  const request = useMutation({ mutationFn: () => api('POST /auth/reauthenticate/code') })
  if (hasPassword)
    return (
      <PasswordField
        label={t('settings.ownPassword')}
        name="own"
        autoComplete="current-password"
        value={value}
        onChange={onChange}
        error={error}
      />
    )
  return (
    <>
      <TextField
        label={t('settings.code')}
        hint={t('settings.codeText')}
        name="own"
        inputMode="numeric"
        autoComplete="one-time-code"
        value={value}
        onChange={onChange}
        error={error}
      />
      {request.error && (
        <Alert>{request.error instanceof ApiError ? request.error.message : t('settings.codeFailed')}</Alert>
      )}
      {request.isSuccess && (
        <>
          <Alert tone="info">{t('settings.codeSent')}</Alert>
          <MailDeliveryNote />
        </>
      )}
      <div>
        <Button variant="line" size="s" busy={request.isPending} onClick={() => request.mutate()}>
          {t(request.isSuccess ? 'settings.codeAgain' : 'settings.codeSend')}
        </Button>
      </div>
    </>
  )
}

type OwnProofDialogProps = {
  title: string
  text: string
  confirmLabel: string
  /** @default 'danger' */
  variant?: 'primary' | 'danger'
  /** The text that is shown if a failure brings no message. */
  failureText: string
  onConfirm: (own: OwnProof) => Promise<unknown>
  onClose: () => void
}

/** Confirms an action and asks for the proof that it needs. Closes on success; on failure stays open and says why. */
export function OwnProofDialog(props: OwnProofDialogProps) {
  const { title, text, confirmLabel, variant = 'danger', failureText, onConfirm, onClose } = props
  const formId = useId()
  const { hasPassword, requiredMessage, toOwnProof } = useOwnProof()
  const { values, errors, submitError, isSubmitting, changeValues, formProps } = useForm({
    initialValues: { own: '' },
    validate: ({ own }) => (own ? {} : { own: requiredMessage }),
    submit: async ({ own }) => {
      await onConfirm(await toOwnProof(own))
      onClose()
    },
    fallbackMessage: failureText,
  })
  return (
    <Dialog
      narrow
      open
      title={title}
      busy={isSubmitting}
      onClose={onClose}
      footer={
        <>
          <Button variant="quiet" disabled={isSubmitting} onClick={onClose}>
            {t('settings.cancel')}
          </Button>
          <Button type="submit" form={formId} variant={variant} busy={isSubmitting}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <p>{text}</p>
      <form {...formProps} id={formId} className={styles['proof']}>
        {submitError && <Alert>{submitError}</Alert>}
        <OwnProofField
          hasPassword={hasPassword}
          value={values.own}
          onChange={(own) => changeValues({ own })}
          error={errors.own}
        />
      </form>
    </Dialog>
  )
}
