-- Up Migration

-- `decision_id` is the report on which moderators decided, and by that on all open ones about the same. The author of the content may
-- appeal once: `appeal` and `appealed_at` are those of that report.
alter table reports add column decision_id uuid;
alter table reports add column appeal_state text;
alter table reports add column appeal_answered_by uuid;
alter table reports add column appeal_answered_at timestamptz;
