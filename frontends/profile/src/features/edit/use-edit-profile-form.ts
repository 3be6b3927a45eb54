import type { ProfileView } from '@meadow/contracts/browser'
import { GENDERS, RELATIONSHIP_STATUSES } from '@meadow/contracts/limits'
import { RefusedActionError, useForegroundAction, useForm } from '@meadow/features'
import { ApiError, useToast } from '@meadow/web'
import { useState } from 'react'
import { t } from '../../texts.ts'
import { editProfileAction } from './edit-profile-action.ts'
import {
  type ProfileFormValues,
  pickChangedValues,
  toProfileFormValues,
  validateProfileForm,
} from './profile-form-values.ts'

/**
 * Form state of the Edit Profile dialog. Online it waits for the server, whose errors appear at their fields. Without a
 * connection the changes wait in the outbox, and the dialog closes.
 */
export function useEditProfileForm(profile: ProfileView, onSaved: () => void) {
  const toast = useToast()
  const { perform } = useForegroundAction(editProfileAction)
  const [initialValues] = useState(() => toProfileFormValues(profile))

  const submit = async (values: ProfileFormValues) => {
    const { avatar, cover, birthday, gender, relationshipStatus, ...textFields } = pickChangedValues(
      initialValues,
      values,
    )
    const fields = {
      ...textFields,
      ...pickKnownValue('gender', GENDERS, gender),
      ...pickKnownValue('relationshipStatus', RELATIONSHIP_STATUSES, relationshipStatus),
      ...(birthday !== undefined && { birthday: birthday || null }),
    }
    const pictures = [avatar?.file && 'avatar', cover?.file && 'cover']
    const saving = perform({
      memberId: profile._id,
      fields,
      before: {
        ...pickFields(profile, fields),
        ...(fields.bio !== undefined && { bioFacets: profile.bioFacets }),
      },
      ...(avatar && { avatar }),
      ...(cover && { cover }),
    })
    const { isSent } = await saving.catch(rethrowUploadError(pictures))
    toast(isSent ? { tone: 'success', title: t('edit.saved') } : { tone: 'info', title: t('edit.savedLater') })
    onSaved()
  }
  const form = useForm({
    initialValues,
    validate: validateProfileForm,
    submit,
    fallbackMessage: t('edit.failed'),
    onFailure: (text) => toast({ tone: 'error', title: t('edit.failed'), text }),
  })
  const isChanged = Object.keys(pickChangedValues(initialValues, form.values)).length > 0
  return { ...form, isChanged }
}

/** Picks a chosen value. A value that this page does not know stays as it is, because no option has it. */
function pickKnownValue<Name extends string, Value extends string>(
  name: Name,
  known: readonly Value[],
  chosen: string | undefined,
): { [Key in Name]?: Value } {
  const value = known.find((one) => one === chosen)
  return value === undefined ? {} : ({ [name]: value } as { [Key in Name]: Value })
}

/** Turns the error of a refused upload into an error of the picture's field. `pictures` are the uploads in their order. */
const rethrowUploadError = (pictures: readonly (string | undefined)[]) => (error: unknown) => {
  const field = error instanceof RefusedActionError && pictures.filter(Boolean)[error.requestIndex]
  if (!field) throw error
  const { status, code, message } = error
  throw new ApiError({ status, code, message, fields: { [field]: message } }, { cause: error })
}

const pickFields = <Fields extends Partial<ProfileView>>(profile: ProfileView, fields: Fields): Partial<ProfileView> =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, profile[name as keyof ProfileView]]))
