import { defineCall } from '../define-call.ts'
import { PrivacyChange, PrivacySettings } from '../shapes/privacy.ts'

export const getPrivacy = defineCall({
  method: 'get',
  path: '/users/privacy',
  access: 'member',
  summary: 'Returns the privacy settings of the member',
  response: PrivacySettings,
})

export const setPrivacy = defineCall({
  method: 'put',
  path: '/users/privacy',
  access: 'member',
  summary: 'Changes the privacy settings of the member; missing settings stay unchanged',
  body: PrivacyChange,
  response: PrivacySettings,
})
