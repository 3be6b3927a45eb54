-- Up Migration

-- All likes of a member are walked by `likes_by_member`; an index on the author that also begins with the member was taken
-- for that walk, too, and sorted all of them for each page.
drop index likes_of_author;
create index likes_of_author on likes (author_id, member_id, created_at desc, post_id desc);
