import type { ProfileView } from '@meadow/contracts/browser'
import { Alert, Button, Dialog } from '@meadow/ui'
import { useId } from 'react'
import { t } from '../../texts.ts'
import styles from './edit.module.css'
import { ProfileFields } from './profile-fields.tsx'
import { ProfilePictures } from './profile-pictures.tsx'
import type { EditProfileDialogState } from './use-edit-profile-dialog.ts'
import { useEditProfileForm } from './use-edit-profile-form.ts'

/** Edit Profile dialog. Close keeps the input for the next time; Cancel discards it. */
export function EditProfileDialog({ profile, editing }: { profile: ProfileView; editing: EditProfileDialogState }) {
  const id = useId()
  const { isOpen, picture, close } = editing
  const { values, errors, submitError, isSubmitting, changeValues, formProps, isChanged } = useEditProfileForm(
    profile,
    () => close(false),
  )
  const footer = (
    <>
      <Button variant="quiet" className={styles['cancel']} disabled={isSubmitting} onClick={() => close(false)}>
        {t('edit.cancel')}
      </Button>
      <Button type="submit" form={id} disabled={!isChanged} busy={isSubmitting} busyLabel={t('edit.saving')}>
        {t('edit.save')}
      </Button>
    </>
  )
  return (
    <Dialog open={isOpen} onClose={() => close(isChanged)} title={t('edit.title')} footer={footer} busy={isSubmitting}>
      <form id={id} {...formProps} className={styles['form']}>
        {submitError && (
          <div className={styles['failure']}>
            <Alert>{submitError}</Alert>
          </div>
        )}
        <ProfilePictures
          memberId={profile._id}
          values={values}
          errors={errors}
          change={changeValues}
          busy={isSubmitting}
          initialPicture={picture}
        />
        <ProfileFields values={values} errors={errors} change={changeValues} busy={isSubmitting} />
      </form>
    </Dialog>
  )
}
