import type { ProfileView } from '@meadow/contracts/browser'
import { GENDERS, RELATIONSHIP_STATUSES } from '@meadow/contracts/limits'
import { updateCachedMember, usePictureUpload } from '@meadow/features'
import { ApiError, api, useForm, useQueryClient, useSession, useToast } from '@meadow/web'
import { useState } from 'react'
import { t } from '../../texts.ts'
import {
  type PictureValue,
  type ProfileFormValues,
  pickChangedValues,
  toProfileFormValues,
  validateProfileForm,
} from './profile-form-values.ts'

/** Form state of the Edit Profile dialog. Saving updates the member everywhere in the cache. */
export function useEditProfileForm(profile: ProfileView, onSaved: () => void) {
  const cache = useQueryClient()
  const { setUser } = useSession()
  const toast = useToast()
  const uploadAvatar = usePictureUpload('avatar')
  const uploadCover = usePictureUpload('cover')
  const [initialValues] = useState(() => toProfileFormValues(profile))

  const submit = async (values: ProfileFormValues) => {
    const { avatar, cover, birthday, gender, relationshipStatus, ...textFields } = pickChangedValues(
      initialValues,
      values,
    )
    const body = {
      ...textFields,
      ...pickKnownValue('gender', GENDERS, gender),
      ...pickKnownValue('relationshipStatus', RELATIONSHIP_STATUSES, relationshipStatus),
      ...(birthday !== undefined && { birthday: birthday || null }),
      ...(avatar && { avatar: await resolvePictureUrl(avatar, uploadAvatar).catch(rethrowAsFieldError('avatar')) }),
      ...(cover && { cover: await resolvePictureUrl(cover, uploadCover).catch(rethrowAsFieldError('cover')) }),
    }
    const { user } = await api('PUT /auth/profile', { body })
    updateCachedMember(cache, user)
    setUser((me) => ({ ...me, fullName: user.fullName, avatar: user.avatar }))
    toast({ tone: 'success', title: t('edit.saved') })
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

const resolvePictureUrl = async ({ url, file }: PictureValue, upload: (file: File) => Promise<string>) =>
  file ? await upload(file) : url

/** Turns an upload error into an error of the picture's field. */
const rethrowAsFieldError = (name: 'avatar' | 'cover') => (cause: unknown) => {
  if (!(cause instanceof ApiError)) throw cause
  const { status, code, message, requestId } = cause
  throw new ApiError({ status, code, message, requestId, fields: { [name]: message } }, { cause })
}
