import { OAUTH_PROVIDERS } from '@meadow/contracts/account-limits'
import { Button, Dialog, PasswordField } from '@meadow/ui'
import { useState } from 'react'
import { PROVIDER_NAMES } from '../../oauth/provider-names.ts'
import { SettingRow } from './setting-row.tsx'
import { t } from './texts.ts'
import { useConnectedProviders, useOfferedProviders, useProviderConnections } from './use-connected-providers.ts'

/** Rows of the providers that the member can sign in with: those that are offered, and those that are connected. */
export function ConnectedProviders() {
  const { data: offered } = useOfferedProviders()
  const { data: connected } = useConnectedProviders()
  const { connect, disconnect } = useProviderConnections()
  const [disconnecting, setDisconnecting] = useState<Parameters<typeof connect.mutate>[0]>()
  if (!offered || !connected) return null
  const ids = OAUTH_PROVIDERS.filter(
    (id) => offered.providers.includes(id) || connected.providers.some(({ provider }) => provider === id),
  )
  const toName = (id: string) => PROVIDER_NAMES[id] ?? id
  return (
    <>
      {ids.map((id) => {
        const connection = connected.providers.find(({ provider }) => provider === id)
        const hint = connection ? connection.email || t('settings.providerConnected') : t('settings.providerText')
        return (
          <SettingRow key={id} label={toName(id)} hint={hint}>
            {connection ? (
              <Button
                variant="line"
                aria-label={t('settings.disconnectName', { provider: toName(id) })}
                onClick={() => setDisconnecting(id)}
              >
                {t('settings.disconnect')}
              </Button>
            ) : (
              <Button
                variant="line"
                aria-label={t('settings.connectName', { provider: toName(id) })}
                busy={connect.isPending && connect.variables === id}
                onClick={() => connect.mutate(id)}
              >
                {t('settings.connect')}
              </Button>
            )}
          </SettingRow>
        )
      })}
      {disconnecting && (
        <DisconnectDialog
          provider={toName(disconnecting)}
          hasPassword={connected.hasPassword}
          busy={disconnect.isPending}
          onClose={() => setDisconnecting(undefined)}
          onConfirm={(password) =>
            disconnect.mutate({ provider: disconnecting, password }, { onSuccess: () => setDisconnecting(undefined) })
          }
        />
      )}
    </>
  )
}

type DisconnectDialogProps = {
  provider: string
  hasPassword: boolean
  busy: boolean
  onClose: () => void
  onConfirm: (password: string) => void
}

/** Asks before a provider is disconnected, with the password of an account that has one. */
function DisconnectDialog({ provider, hasPassword, busy, onClose, onConfirm }: DisconnectDialogProps) {
  const [password, setPassword] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const confirm = () => {
    if (hasPassword && !password) setIsMissing(true)
    else onConfirm(password)
  }
  return (
    <Dialog
      narrow
      open
      title={t('settings.disconnectTitle', { provider })}
      busy={busy}
      onClose={onClose}
      footer={
        <>
          <Button variant="quiet" disabled={busy} onClick={onClose} {...(!hasPassword && { 'data-autofocus': true })}>
            {t('settings.cancel')}
          </Button>
          <Button variant="danger" busy={busy} onClick={confirm}>
            {t('settings.disconnect')}
          </Button>
        </>
      }
    >
      <p>{t('settings.disconnectText')}</p>
      {hasPassword && (
        <PasswordField
          label={t('settings.current')}
          name="current"
          autoComplete="current-password"
          value={password}
          onChange={(typed) => {
            setPassword(typed)
            setIsMissing(false)
          }}
          error={isMissing ? t('settings.currentRequired') : undefined}
        />
      )}
    </Dialog>
  )
}
