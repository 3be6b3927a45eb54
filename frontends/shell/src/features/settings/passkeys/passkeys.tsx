import { useForm } from '@meadow/features'
import { Alert, Button, Dialog, TextField } from '@meadow/ui'
import { type ApiResponse, api, useQueryClient } from '@meadow/web'
import { useId, useRef, useState } from 'react'
import { hasPasskeySupport } from '../../../passkeys/passkey-button.tsx'
import { makePasskey } from '../../../passkeys/passkey-ceremonies.ts'
import { OwnProofDialog } from '../own-proof.tsx'
import { SettingRow } from '../setting-row.tsx'
import { t } from '../texts.ts'
import type { OwnProof } from '../use-connected-providers.ts'
import { type Passkey, passkeysQueryKey, usePasskeys } from './use-passkeys.ts'

/** Rows of the passkeys: adds, renames and removes them. */
export function Passkeys() {
  const { data } = usePasskeys()
  const cache = useQueryClient()
  const [isAdding, setIsAdding] = useState(false)
  const [renaming, setRenaming] = useState<Passkey>()
  const [removing, setRemoving] = useState<Passkey>()
  const reload = () => cache.invalidateQueries({ queryKey: passkeysQueryKey })
  if (!data) return null
  return (
    <>
      <SettingRow label={t('passkey.title')} hint={t('passkey.text')}>
        {hasPasskeySupport() && (
          <Button variant="line" onClick={() => setIsAdding(true)}>
            {t('passkey.add')}
          </Button>
        )}
      </SettingRow>
      {data.passkeys.map((passkey) => (
        <SettingRow key={passkey._id} label={passkey.name} hint={toHint(passkey)}>
          <Button
            variant="line"
            size="s"
            aria-label={t('passkey.renameName', { name: passkey.name })}
            onClick={() => setRenaming(passkey)}
          >
            {t('passkey.rename')}
          </Button>
          <Button
            variant="line"
            size="s"
            aria-label={t('passkey.removeName', { name: passkey.name })}
            onClick={() => setRemoving(passkey)}
          >
            {t('passkey.remove')}
          </Button>
        </SettingRow>
      ))}
      {isAdding && <AddDialog onAdded={reload} onClose={() => setIsAdding(false)} />}
      {renaming && <RenameDialog passkey={renaming} onRenamed={reload} onClose={() => setRenaming(undefined)} />}
      {removing && (
        <OwnProofDialog
          title={t('passkey.removeTitle', { name: removing.name })}
          text={t('passkey.removeText')}
          confirmLabel={t('passkey.remove')}
          failureText={t('passkey.failed')}
          onConfirm={async (own) => {
            await api('DELETE /auth/passkeys/:id', { params: { id: removing._id }, body: own })
            await reload()
          }}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </>
  )
}

type AddDialogProps = { onAdded: () => Promise<unknown>; onClose: () => void }

function AddDialog({ onAdded, onClose }: AddDialogProps) {
  /** Kept when the browser makes no passkey: another attempt then needs no other proof. */
  const options = useRef<ApiResponse<'POST /auth/passkeys/options'>['options']>(undefined)
  const add = async (own: OwnProof) => {
    options.current ??= (await api('POST /auth/passkeys/options', { body: own })).options
    const response = await makePasskey(options.current)
    options.current = undefined // used by the call
    await api('POST /auth/passkeys', { body: { response } })
    await onAdded()
  }
  return (
    <OwnProofDialog
      title={t('passkey.add')}
      text={t('passkey.addText')}
      confirmLabel={t('passkey.addConfirm')}
      variant="primary"
      failureText={t('passkey.addFailed')}
      onConfirm={add}
      onClose={onClose}
    />
  )
}

function toHint({ createdAt, lastUsedAt }: Passkey): string {
  const format = (time: string) => new Date(time).toLocaleDateString(undefined, { dateStyle: 'medium' })
  const created = t('passkey.created', { date: format(createdAt) })
  return lastUsedAt ? `${created} · ${t('passkey.used', { date: format(lastUsedAt) })}` : created
}

type RenameDialogProps = { passkey: Passkey; onRenamed: () => Promise<unknown>; onClose: () => void }

function RenameDialog({ passkey: { _id: id, name: oldName }, onRenamed, onClose }: RenameDialogProps) {
  const formId = useId()
  const { values, errors, submitError, isSubmitting, changeValues, formProps } = useForm({
    initialValues: { name: oldName },
    validate: ({ name }) => (name.trim() ? {} : { name: t('passkey.nameRequired') }),
    submit: async ({ name }) => {
      await api('PUT /auth/passkeys/:id', { params: { id }, body: { name } })
      await onRenamed()
      onClose()
    },
    fallbackMessage: t('passkey.failed'),
  })
  return (
    <Dialog
      narrow
      open
      title={t('passkey.renameTitle')}
      busy={isSubmitting}
      onClose={onClose}
      footer={
        <>
          <Button variant="quiet" disabled={isSubmitting} onClick={onClose}>
            {t('settings.cancel')}
          </Button>
          <Button type="submit" form={formId} busy={isSubmitting}>
            {t('passkey.save')}
          </Button>
        </>
      }
    >
      <form {...formProps} id={formId}>
        {submitError && <Alert>{submitError}</Alert>}
        <TextField
          label={t('passkey.name')}
          name="name"
          maxLength={60}
          value={values.name}
          onChange={(name) => changeValues({ name })}
          error={errors.name}
        />
      </form>
    </Dialog>
  )
}
