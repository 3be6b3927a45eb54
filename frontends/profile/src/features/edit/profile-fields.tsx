import {
  EARLIEST_BIRTHDAY,
  GENDERS,
  MAX_FULL_NAME_LENGTH,
  MAX_PROFILE_FIELD_LENGTH,
  RELATIONSHIP_STATUSES,
} from '@meadow/contracts/limits'
import { MAX_INTERESTS } from '@meadow/contracts/profile-fields'
import type { FormErrors } from '@meadow/features'
import { InterestPicker, MentionField } from '@meadow/features'
import { SelectField, TextArea, TextField } from '@meadow/ui'
import { GENDER_LABELS, RELATIONSHIP_LABELS } from '../../profile-labels.ts'
import { t } from '../../texts.ts'
import styles from './edit.module.css'
import type { ProfileFormValues } from './profile-form-values.ts'

export type ProfileFieldsProps = {
  values: ProfileFormValues
  errors: FormErrors<ProfileFormValues>
  change: (part: Partial<ProfileFormValues>) => void
  busy: boolean
}

/** Text and select fields of the profile form. */
export function ProfileFields({ values, errors, change, busy }: ProfileFieldsProps) {
  /** Returns the props of a single-line text field. */
  const getTextFieldProps = (name: TextFieldName, maxLength: number = MAX_PROFILE_FIELD_LENGTH.shortText) => ({
    label: t(`edit.${name}`),
    name,
    value: values[name],
    error: errors[name],
    maxLength,
    disabled: busy,
    onChange: (value: string) => change({ [name]: value }),
  })
  return (
    <>
      <TextField {...getTextFieldProps('fullName', MAX_FULL_NAME_LENGTH)} required autoComplete="name" data-autofocus />
      <MentionField>
        <TextArea
          label={t('edit.bio')}
          name="bio"
          value={values.bio}
          error={errors.bio}
          counter={{ max: MAX_PROFILE_FIELD_LENGTH.bio, from: 0 }}
          maxHeight={200}
          disabled={busy}
          onChange={(bio) => change({ bio })}
        />
      </MentionField>
      <div className={styles['interests']}>
        <span aria-hidden="true">{t('edit.interests')}</span>
        <p>{t('edit.interestsHint', { most: MAX_INTERESTS })}</p>
        <InterestPicker
          label={t('edit.interests')}
          value={values.interests}
          disabled={busy}
          onChange={(interests) => change({ interests })}
        />
      </div>
      <div className={styles['two-columns']}>
        <TextField {...getTextFieldProps('website', MAX_PROFILE_FIELD_LENGTH.website)} type="url" autoComplete="url" />
        <TextField {...getTextFieldProps('location')} />
        <TextField {...getTextFieldProps('workplace')} autoComplete="organization" />
        <TextField {...getTextFieldProps('education')} />
        <TextField {...getTextFieldProps('hometown')} />
        <TextField {...getTextFieldProps('currentCity')} />
        <SelectField
          label={t('edit.gender')}
          name="gender"
          value={values.gender}
          options={GENDERS.map((value) => ({ value, label: GENDER_LABELS[value] }))}
          error={errors.gender}
          disabled={busy}
          onChange={(gender) => change({ gender })}
        />
        <SelectField
          label={t('edit.relationshipStatus')}
          name="relationshipStatus"
          value={values.relationshipStatus}
          options={RELATIONSHIP_STATUSES.map((value) => ({ value, label: RELATIONSHIP_LABELS[value] }))}
          error={errors.relationshipStatus}
          disabled={busy}
          onChange={(relationshipStatus) => change({ relationshipStatus })}
        />
        <TextField
          {...getTextFieldProps('birthday', 10)}
          type="date"
          min={EARLIEST_BIRTHDAY}
          hint={t('edit.onlyYou')}
          autoComplete="bday"
        />
        <TextField
          {...getTextFieldProps('phone', MAX_PROFILE_FIELD_LENGTH.phone)}
          type="tel"
          hint={t('edit.onlyYou')}
          autoComplete="tel"
        />
      </div>
    </>
  )
}

type TextFieldName =
  | 'fullName'
  | 'website'
  | 'location'
  | 'workplace'
  | 'education'
  | 'hometown'
  | 'currentCity'
  | 'birthday'
  | 'phone'
