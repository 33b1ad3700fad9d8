/** Who is signed in in this tab: what the panes of the first page keep of it. */

const PANES = "nardy:panes";
const key = (id) => `nardy:session:${id}`;

const panes = () => JSON.parse(sessionStorage.getItem(PANES) ?? "[]");

/** `{id, session}` of everybody, by the names of the panes. */
export function people() {
  return panes().flatMap((id) => {
    const session = JSON.parse(sessionStorage.getItem(key(id)) ?? "null");
    return session ? [{ id, session }] : [];
  });
}

/** Keep somebody signed in for this visit, on the first page too. */
export function keep(id, { token, account, nick_proposal }) {
  sessionStorage.setItem(key(id), JSON.stringify({ token, account, nick_proposal }));
  if (!panes().includes(id)) sessionStorage.setItem(PANES, JSON.stringify([...panes(), id]));
}

/** Forget a session that has ended. */
export function forget(id) {
  sessionStorage.removeItem(key(id));
}
