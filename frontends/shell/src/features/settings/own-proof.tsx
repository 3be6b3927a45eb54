import { useForm } from '@meadow/features'
import { Alert, Button, Dialog, PasswordField, TextField } from '@meadow/ui'
import { ApiError, api, useMutation } from '@meadow/web'
import { useId, useRef, useState } from 'react'
import { MailDeliveryNote } from '../../email/mail-delivery-note.tsx'
import { hasPasskeySupport, PasskeyButton } from '../../passkeys/passkey-button.tsx'
import type { PasskeySignature } from '../../passkeys/passkey-ceremonies.ts'
import { usePasskeys } from './passkeys/use-passkeys.ts'
import styles from './settings.module.css'
import { t } from './texts.ts'
import { type OwnProof, useConnectedProviders } from './use-connected-providers.ts'

/**
 * Finds out how the member proves that it is them: by the password, by a mailed code if the account has none, or by a passkey. `toOwnProof`
 * converts the value of the field. It exchanges each code once and reuses its proof when the call is repeated. It throws the ApiError of a
 * wrong code. `confirmByPasskey` returns a proof, which is then the value of the field.
 */
export function useOwnProof() {
  const { data: connected } = useConnectedProviders()
  const { data: known } = usePasskeys()
  const exchanged = useRef<{ code: string; proof: string }>(null)
  const [passkeyProof, setPasskeyProof] = useState<string>()
  const hasPassword = connected?.hasPassword !== false
  return {
    hasPassword,
    hasPasskey: hasPasskeySupport() && (known?.passkeys.length ?? 0) > 0,
    passkeyProof,
    requiredMessage: t(hasPassword ? 'settings.ownPasswordRequired' : 'settings.codeRequired'),
    async confirmByPasskey(passkey: PasskeySignature): Promise<string> {
      const { proof } = await api('POST /auth/reauthenticate', { body: { passkey } })
      setPasskeyProof(proof)
      return proof
    },
    async toOwnProof(typed: string): Promise<OwnProof> {
      if (typed === passkeyProof) return { proof: typed }
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
  own: ReturnType<typeof useOwnProof>
  value: string
  onChange: (typed: string) => void
  error: string | undefined
}

/** Field for the password, or for a code with the button that mails it. A member with passkeys confirms by one of them instead. */
export function OwnProofField({ own, value, onChange, error }: OwnProofFieldProps) {
  const [passkeyFailure, setPasskeyFailure] = useState('')
  const isConfirmed = value !== '' && value === own.passkeyProof
  return (
    <>
      {isConfirmed ? (
        <Alert tone="success">{t('passkey.confirmed')}</Alert>
      ) : own.hasPassword ? (
        <PasswordField
          label={t('settings.ownPassword')}
          name="own"
          autoComplete="current-password"
          value={value}
          onChange={onChange}
          error={error}
        />
      ) : (
        <CodeField value={value} onChange={onChange} error={error} />
      )}
      {passkeyFailure && <Alert>{passkeyFailure}</Alert>}
      {own.hasPasskey && (
        <div>
          <PasskeyButton
            size="s"
            label={t(isConfirmed ? 'passkey.confirmAgain' : 'passkey.confirm')}
            optionsOf="POST /auth/reauthenticate/passkey"
            onStart={() => setPasskeyFailure('')}
            onSigned={async (signature) => onChange(await own.confirmByPasskey(signature))}
            onFailure={(failure) =>
              setPasskeyFailure(failure instanceof ApiError ? failure.message : t('passkey.notUsed'))
            }
          />
        </div>
      )}
    </>
  )
}

function CodeField({ value, onChange, error }: Omit<OwnProofFieldProps, 'own'>) {
  const request = useMutation({ mutationFn: () => api('POST /auth/reauthenticate/code') })
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
  const ownProof = useOwnProof()
  const { values, errors, submitError, isSubmitting, changeValues, formProps } = useForm({
    initialValues: { own: '' },
    validate: ({ own }) => (own ? {} : { own: ownProof.requiredMessage }),
    submit: async ({ own }) => {
      await onConfirm(await ownProof.toOwnProof(own))
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
        <OwnProofField own={ownProof} value={values.own} onChange={(own) => changeValues({ own })} error={errors.own} />
      </form>
    </Dialog>
  )
}
