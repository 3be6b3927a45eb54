import { type ReactNode, useEffect, useRef } from 'react'
import { AuthLayout } from './auth-layout.tsx'

type AuthOutcomeProps = { slogan: string; title: string; text: string; children: ReactNode }

/** Page that takes the place of a form and says what came of it. The focus moves to the text, so that screen readers read it. */
export function AuthOutcome({ slogan, title, text, children }: AuthOutcomeProps) {
  const ref = useRef<HTMLParagraphElement>(null)
  useEffect(() => ref.current?.focus(), [])
  return (
    <AuthLayout slogan={slogan} title={title}>
      <p ref={ref} tabIndex={-1} role="status">
        {text}
      </p>
      {children}
    </AuthLayout>
  )
}
