import type { ProfileView } from '@meadow/contracts'
import { Alert, Button, Dialog } from '@meadow/ui'
import { useId } from 'react'
import { t } from '../../texts.ts'
import styles from './edit.module.css'
import { ProfileFields } from './profile-fields.tsx'
import { ProfilePictures } from './profile-pictures.tsx'
import { useEditProfile } from './use-edit-profile.ts'
import type { EditProfileDialogState } from './use-edit-profile-dialog.ts'

/** The dialog in which one edits one's profile. Closing it keeps what was typed; Cancel does not. */
export function EditProfile({ profile, editing }: { profile: ProfileView; editing: EditProfileDialogState }) {
  const id = useId()
  const { isOpen, picture, close } = editing
  const { values, errors, failure, busy, change, props, isChanged } = useEditProfile(profile, () => close(false))
  const footer = (
    <>
      <Button variant="quiet" className={styles['cancel']} disabled={busy} onClick={() => close(false)}>
        {t('edit.cancel')}
      </Button>
      <Button type="submit" form={id} disabled={!isChanged} busy={busy} busyLabel={t('edit.saving')}>
        {t('edit.save')}
      </Button>
    </>
  )
  return (
    <Dialog open={isOpen} onClose={() => close(isChanged)} title={t('edit.title')} footer={footer} busy={busy}>
      <form id={id} {...props} className={styles['form']}>
        {failure && (
          <div className={styles['failure']}>
            <Alert>{failure}</Alert>
          </div>
        )}
        <ProfilePictures
          memberId={profile._id}
          values={values}
          errors={errors}
          change={change}
          busy={busy}
          initialPicture={picture}
        />
        <ProfileFields values={values} errors={errors} change={change} busy={busy} />
      </form>
    </Dialog>
  )
}
