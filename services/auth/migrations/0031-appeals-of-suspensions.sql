-- Up Migration

-- A suspended member cannot sign in. A refused sign-in gives a token, by which they appeal once against the decision on
-- `suspension_report_id`.
alter table accounts add column suspension_report_id uuid;
alter table accounts add column suspension_appealed_at timestamptz;
alter table accounts add column appeal_token_hash bytea;
alter table accounts add column appeal_token_expires_at timestamptz;
