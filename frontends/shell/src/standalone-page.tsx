import { matchPath, useLocation } from '@meadow/web'
import type { ComponentType } from 'react'
import { ApproveEmailChangePage, ChangeEmailPage } from './features/change-email/change-email-page.tsx'
import { ForgotPasswordPage } from './features/forgot-password/forgot-password-page.tsx'
import { ResetPasswordPage } from './features/forgot-password/reset-password-page.tsx'
import { PrivacyPage, TermsPage } from './features/legal/legal-page.tsx'
import { OAuthCallbackPage } from './features/oauth/oauth-callback-page.tsx'
import { ReceiptPage } from './features/receipt/receipt-page.tsx'
import { SuccessPage } from './features/success/success-page.tsx'
import { VerifyEmailPage } from './features/verify-email/verify-email-page.tsx'

const PAGES: Record<string, ComponentType> = {
  '/success': SuccessPage,
  '/oauth/callback': OAuthCallbackPage,
  '/forgot-password': ForgotPasswordPage,
  '/reset-password': ResetPasswordPage,
  '/receipts/:id': ReceiptPage,
  '/verify-email': VerifyEmailPage,
  '/change-email': ChangeEmailPage,
  '/approve-email-change': ApproveEmailChangePage,
  '/terms': TermsPage,
  '/privacy': PrivacyPage,
}

/** The page of a path without the frame. All of them are one file: each one more would make the first download longer. */
export function StandalonePage() {
  const { pathname } = useLocation()
  const path = Object.keys(PAGES).find((known) => matchPath(known, pathname))
  const Page = path && PAGES[path]
  return Page && <Page />
}
