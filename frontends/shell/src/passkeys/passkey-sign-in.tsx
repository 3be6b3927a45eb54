import { ApiError, api, useSession, useToast } from '@meadow/web'
import { type Continuation, toContinuation } from '../continuation/to-continuation.ts'
import { PasskeyButton } from './passkey-button.tsx'
import type { PasskeySignature } from './passkey-ceremonies.ts'
import { t } from './texts.ts'

type PasskeySignInProps = {
  /** Keeps the session after the browser closes. */
  remember: boolean
  /** The path that opens after the sign-in. */
  next: string | undefined
  /** The token of a sign-in whose second factor the passkey is. Without it the passkey signs in by itself. */
  token?: string
  /** Called with what the sign-in needs after this step. */
  onContinue: (continuation: Continuation) => void
}

/** Button that signs in by a passkey. Renders nothing in a browser without passkeys. */
export function PasskeySignIn({ remember, next, token, onContinue }: PasskeySignInProps) {
  const { openSession } = useSession()
  const toast = useToast()
  const call = (passkey: PasskeySignature) =>
    token
      ? api('POST /auth/second-factor', { body: { token, passkey } })
      : api('POST /auth/passkeys/sign-in', { body: { response: passkey, remember } })
  const signIn = async (passkey: PasskeySignature) => {
    const { user } = await openSession(() => call(passkey))
    toast({ tone: 'success', title: t('passkey.doneTitle'), text: t('passkey.done', { name: user.fullName }) })
  }
  const showFailure = (error: unknown) => {
    const continuation = toContinuation(error, { remember, next })
    if (continuation) return onContinue(continuation)
    const text = error instanceof ApiError ? error.message : t('passkey.notUsed')
    toast({ tone: 'error', title: t('passkey.failedTitle'), text })
  }
  return (
    <PasskeyButton
      label={t(token ? 'passkey.secondFactor' : 'passkey.signIn')}
      optionsOf="POST /auth/passkeys/sign-in/options"
      onSigned={signIn}
      onFailure={showFailure}
    />
  )
}
