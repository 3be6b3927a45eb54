import { getButtonClassName } from '@meadow/ui'
import { api, useLocation, useQuery } from '@meadow/web'
import { FlaskConical } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { readRedirectPath } from '../read-redirect-path.ts'
import styles from './oauth.module.css'
import { PROVIDER_NAMES } from './provider-names.ts'
import { t } from './texts.ts'

const ICONS: Partial<Record<string, ReactNode>> = {
  google: (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path
        fill="#4285F4"
        d="M23.49 12.27c0-.79-.07-1.54-.19-2.27H12v4.51h6.47c-.29 1.48-1.14 2.73-2.4 3.58v3h3.86c2.26-2.09 3.56-5.17 3.56-8.82z"
      />
      <path
        fill="#34A853"
        d="M12 24c3.24 0 5.95-1.08 7.93-2.91l-3.86-3c-1.08.72-2.45 1.16-4.07 1.16-3.13 0-5.78-2.11-6.73-4.96H1.29v3.09C3.26 21.3 7.31 24 12 24z"
      />
      <path
        fill="#FBBC05"
        d="M5.27 14.29c-.25-.72-.38-1.49-.38-2.29s.14-1.57.38-2.29V6.62H1.29C.47 8.24 0 10.06 0 12s.47 3.76 1.29 5.38z"
      />
      <path
        fill="#EA4335"
        d="M12 4.75c1.77 0 3.35.61 4.6 1.8l3.42-3.42C17.95 1.19 15.24 0 12 0 7.31 0 3.26 2.7 1.29 6.62l3.98 3.09C6.22 6.86 8.87 4.75 12 4.75z"
      />
    </svg>
  ),
  github: (
    <svg viewBox="0 0 24 24" aria-hidden="true" fill="currentColor">
      <path d="M12 .5C5.37.5 0 5.78 0 12.29c0 5.21 3.44 9.63 8.2 11.19.6.11.82-.25.82-.57l-.01-2c-3.34.71-4.04-1.58-4.04-1.58-.55-1.36-1.34-1.73-1.34-1.73-1.09-.73.08-.72.08-.72 1.21.08 1.84 1.22 1.84 1.22 1.07 1.8 2.81 1.28 3.5.98.1-.76.41-1.28.76-1.58-2.67-.29-5.47-1.31-5.47-5.83 0-1.28.47-2.34 1.24-3.16-.14-.3-.54-1.5.1-3.12 0 0 1.01-.32 3.3 1.21a11.6 11.6 0 0 1 6 0c2.28-1.53 3.29-1.21 3.29-1.21.64 1.62.24 2.82.12 3.12.76.82 1.23 1.88 1.23 3.16 0 4.53-2.81 5.53-5.48 5.82.42.35.81 1.08.81 2.18l-.01 3.23c0 .31.21.68.82.56C20.57 21.92 24 17.5 24 12.29 24 5.78 18.63.5 12 .5z" />
    </svg>
  ),
  demo: <FlaskConical aria-hidden="true" />,
}

/**
 * Links to the providers that this installation offers; nothing if there is none. They lead to the page that the visitor wanted to open.
 * `remember` keeps the session after the browser closes.
 */
export function OAuthButtons({ remember }: { remember: boolean }) {
  const title = useId()
  const { state } = useLocation()
  const { data } = useQuery({
    queryKey: ['oauth-providers'],
    queryFn: ({ signal }) => api('GET /auth/oauth', { signal }),
    retry: false,
  })
  const providers = data?.providers.filter((provider) => PROVIDER_NAMES[provider]) ?? []
  if (providers.length === 0) return null
  const next = readRedirectPath(state, undefined)
  const query = new URLSearchParams({ ...(next && { next }), ...(remember && { remember: 'true' }) })
  return (
    <section className={styles['providers']} aria-labelledby={title}>
      <h2 id={title} className={styles['or']}>
        {t('oauth.or')}
      </h2>
      {providers.map((provider) => (
        <a
          key={provider}
          className={getButtonClassName({ variant: 'line', size: 'l', wide: true })}
          href={`/api/auth/oauth/${provider}${query.size > 0 ? `?${query}` : ''}`}
          aria-label={t('oauth.with', { provider: PROVIDER_NAMES[provider] ?? '' })}
        >
          {ICONS[provider]}
          {PROVIDER_NAMES[provider]}
        </a>
      ))}
    </section>
  )
}
