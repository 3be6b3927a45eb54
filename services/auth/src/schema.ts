// Written from the migrations by `npm run schema`: do not edit. Each type is a row as `pg` returns it.

export type AccountsTable = {
  id: string
  username: string
  email: string
  email_key: string
  full_name: string
  password_hash: string
  email_verified: boolean
  role: string
  plan: string
  account_version: number
  created_at: Date
  is_welcomed: boolean
  pending_email: string | null
  pending_email_proved: boolean
  pending_email_approved: boolean
  pending_email_expires_at: Date | null
  deactivated_at: Date | null
  erases_at: Date | null
  keeps_messages: boolean
  restore_token_hash: Buffer | null
  restore_token_expires_at: Date | null
  mail_origin: string | null
  mail_language: string | null
  has_password: boolean
  suspended_at: Date | null
  suspended_until: Date | null
  suspension_rule: string | null
  renamed_at: Date | null
  username_version: number | null
  suspension_report_id: string | null
  suspension_appealed_at: Date | null
  appeal_token_hash: Buffer | null
  appeal_token_expires_at: Date | null
}

export type ErasedUsernamesTable = {
  username_hash: Buffer
}

export type ErasureConfirmationsTable = {
  member_id: string
  service: string
  counts: unknown
  erased_at: Date
}

export type ErasuresTable = {
  member_id: string
  receipt_id: string
  erased_at: Date
}

export type ExportConfirmationsTable = {
  export_id: string
  service: string
  counts: unknown
}

export type ExportTasksTable = {
  export_id: string
  member_id: string
  folder: string
  requested_at: Date
  claimed_until: Date | null
}

export type ExportsTable = {
  id: string
  account_id: string | null
  folder: string
  requested_at: Date
  mail_origin: string | null
  mail_language: string | null
  attempts: number
  claimed_until: Date | null
  ready_at: Date | null
  failed_at: Date | null
  expires_at: Date | null
  bytes: string | null
  link_hash: Buffer | null
  link_expires_at: Date | null
}

export type FormerUsernamesTable = {
  username: string
  account_id: string
  kept_until: Date
}

export type InvitesTable = {
  id: string
  token_hash: Buffer
  note: string
  max_uses: number
  uses: number
  created_by: string
  created_at: Date
  expires_at: Date
}

export type KnownDevicesTable = {
  id_hash: Buffer
  account_id: string
  last_used_at: Date
}

export type LegalVersionsTable = {
  id: string
  notice: string
  text: string
  changed_at: Date
}

export type MailLinksTable = {
  token_hash: Buffer
  purpose: string
  account_id: string
  email: string
  expires_at: Date
}

export type MailsTable = {
  reason: string
  kind: string
  account_id: string | null
  recipient: string
  language: string
  origin: string
  requested_at: Date
  next_attempt_at: Date | null
  attempts: number
  sent_at: Date | null
}

export type OauthFlowsTable = {
  token_hash: Buffer
  browser_hash: Buffer
  step: string
  provider: string
  next: string
  remember: boolean
  account_id: string | null
  identity: unknown
  expires_at: Date
}

export type OauthIdentitiesTable = {
  provider: string
  subject: string
  account_id: string
  email: string | null
  connected_at: Date
}

export type PasskeyChallengesTable = {
  challenge_hash: Buffer
  purpose: string
  account_id: string | null
  session_id: string | null
  expires_at: Date
}

export type PasskeysTable = {
  credential_id: string
  id: string
  account_id: string
  public_key: Buffer
  counter: string
  transports: string[]
  name: string
  created_at: Date
  last_used_at: Date | null
}

export type PendingSignInsTable = {
  token_hash: Buffer
  account_id: string
  reason: string
  remember: boolean
  created_at: Date
  expires_at: Date
  oauth_token_hash: Buffer | null
  oauth_browser_hash: Buffer | null
}

export type ProofsTable = {
  proof_hash: Buffer
  account_id: string
  session_id: string
  expires_at: Date
}

export type RecoveryCodesTable = {
  account_id: string
  code_hash: Buffer
}

export type RefusedAddressesTable = {
  one_row: boolean
  domains: string[]
  emails: string[]
}

export type SessionCutoffsTable = {
  account_id: string
  started_before: Date
  except_session_id: string
  ended_at: Date
}

export type SessionsTable = {
  id: string
  account_id: string
  secret: Buffer
  token_hash: Buffer
  previous_hash: Buffer | null
  rotated_at: Date | null
  remember: boolean
  created_at: Date
  expires_at: Date
  ended_at: Date | null
  device: string
  expiry_check_at: Date
}

export type SigningKeysTable = {
  kid: string
  private_jwk: unknown
  created_at: Date
  signs_from: Date | null
}

export type TotpSecretsTable = {
  account_id: string
  secret: string
  created_at: Date
  confirmed_at: Date | null
  last_step: string
}
