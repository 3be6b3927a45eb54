import type { Page } from '@playwright/test'

/** An authenticator of Chromium that keeps passkeys and verifies its user at once. */
export type VirtualAuthenticator = {
  /** Makes the user fail, or pass again, as by a wrong finger. */
  setUserVerified(isUserVerified: boolean): Promise<void>
  /** Deletes its passkeys, as a member does in a password manager. */
  deletePasskeys(): Promise<void>
  /** Takes it away. */
  remove(): Promise<void>
}

/** Adds an authenticator to a page. It stays until it is removed, or the page is closed. */
export async function addVirtualAuthenticator(page: Page): Promise<VirtualAuthenticator> {
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    setUserVerified: async (isUserVerified) => {
      await client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
    },
    deletePasskeys: async () => {
      await client.send('WebAuthn.clearCredentials', { authenticatorId })
    },
    remove: async () => {
      await client.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
    },
  }
}
