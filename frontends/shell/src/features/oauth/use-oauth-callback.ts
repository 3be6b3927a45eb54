import { ApiError, type ApiResponse, api, useLocation, useNavigate, useSession, useToast } from '@meadow/web'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { toContinuation } from '../../continuation/to-continuation.ts'
import { readInvite } from '../../invite/use-admission.ts'
import { PROVIDER_NAMES } from '../../oauth/provider-names.ts'
import { readRedirectPath } from '../../read-redirect-path.ts'
import { t } from './texts.ts'

const FAILURE_SHOWN_MS = 2_000

/** The refusals of a new member, to which the sign-up page gives the answer. */
const NOT_ADMITTED = new Set<string>(['registration_closed', 'invite_required', 'invite_invalid'])

type Outcome = ApiResponse<'POST /auth/oauth/exchange'>

/**
 * Exchanges the one-time code in the URL once, and removes it from the URL and the history. Leaves the page after a sign-in, after a
 * provider was connected, for a deactivated account or a second factor to the page that continues the sign-in, for a new member who may not
 * sign up to the sign-up page, and two seconds after a failure. Otherwise `outcome`
 * says what the member still has to do: register, or type a password.
 */
export function useOAuthCallback() {
  const { search } = useLocation()
  const [{ code, next, hasFailed }] = useState(() => readCallback(search))
  const [outcome, setOutcome] = useState<Outcome>()
  const [error, setError] = useState(hasFailed ? t('oauth.failed') : code ? '' : t('oauth.missing'))
  const { status, user, openSession } = useSession()
  const navigate = useNavigate()
  const toast = useToast()

  const exchange = useEffectEvent(async () => {
    void navigate('/oauth/callback', { replace: true })
    try {
      if (user) await api('GET /auth/me') // renews the access token, if it has expired while the browser was at the provider
      const invite = readInvite()
      const body = { code, ...(invite && { invite }) }
      const response = await openSession(() => api('POST /auth/oauth/exchange', { body }))
      if ('user' in response) {
        const name = response.user.fullName
        toast({ tone: 'success', title: t('oauth.doneTitle'), text: t('oauth.done', { name }) })
      } else if ('connected' in response) {
        const provider = PROVIDER_NAMES[response.connected] ?? response.connected
        toast({ tone: 'success', title: t('oauth.connectedTitle', { provider }), text: t('oauth.connected') })
      } else return setOutcome(response)
      void navigate(next, { replace: true })
    } catch (failure) {
      const continuation = toContinuation(failure, { remember: false, next })
      if (continuation) return void navigate('/', { replace: true, state: { continuation, next } })
      if (failure instanceof ApiError && NOT_ADMITTED.has(failure.code)) {
        toast({ tone: 'error', title: t('oauth.noAccount'), text: failure.message })
        return void navigate('/signup', { replace: true }) // which says who can sign up
      }
      setError(failure instanceof ApiError ? failure.message : t('oauth.failed'))
    }
  })
  const isStarted = useRef(false)
  useEffect(() => {
    if (status === 'loading' || !code || isStarted.current) return
    isStarted.current = true
    void exchange()
  }, [status, code])

  const leave = useEffectEvent(() => navigate(user ? next : '/', { replace: true }))
  useEffect(() => {
    if (!error) return
    const timer = setTimeout(() => void leave(), FAILURE_SHOWN_MS)
    return () => clearTimeout(timer)
  }, [error])

  return { code, next, outcome, error }
}

/** Reads the query of the page. `next` is always a path of this product. */
function readCallback(search: string): { code: string; next: string; hasFailed: boolean } {
  const query = new URLSearchParams(search)
  const next = readRedirectPath({ next: query.get('next') }, undefined) ?? '/home'
  return { code: query.get('token') ?? '', next, hasFailed: query.has('error') }
}
