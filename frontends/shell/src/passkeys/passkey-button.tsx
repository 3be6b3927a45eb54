import { Button } from '@meadow/ui'
import { api, useMutation } from '@meadow/web'
import { KeyRound } from 'lucide-react'
import { type PasskeySignature, signWithPasskey } from './passkey-ceremonies.ts'

/** Returns true in a browser that has passkeys, on a page that may use them: `https:`, or `localhost`. */
export const hasPasskeySupport = (): boolean => 'PublicKeyCredential' in window

type PasskeyButtonProps = {
  label: string
  size?: 's' | 'l'
  /** The call whose options the passkey signs. */
  optionsOf: 'POST /auth/passkeys/sign-in/options' | 'POST /auth/reauthenticate/passkey'
  onSigned: (signature: PasskeySignature) => Promise<unknown>
  /** Called with the ApiError of a call, or the error of the browser if no passkey was picked. */
  onFailure: (error: unknown) => void
  /** Called when the member begins. */
  onStart?: () => void
}

/** Button that asks for the signature of a passkey. Renders nothing in a browser without passkeys. */
export function PasskeyButton({ label, size = 'l', optionsOf, onSigned, onFailure, onStart }: PasskeyButtonProps) {
  const sign = useMutation({
    mutationFn: async () => {
      const { options } = await api(optionsOf)
      await onSigned(await signWithPasskey(options))
    },
    onError: onFailure,
  })
  if (!hasPasskeySupport()) return null
  const press = () => {
    onStart?.()
    sign.mutate()
  }
  return (
    <Button variant="line" size={size} wide={size === 'l'} busy={sign.isPending} onClick={press}>
      <KeyRound aria-hidden="true" />
      {label}
    </Button>
  )
}
