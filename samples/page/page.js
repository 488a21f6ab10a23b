import { LiveEntity } from '../client/live-entity.js';
import { Service } from '../client/service.js';

/** @import { Change, Outcome, State } from '../client/live-entity.js' */

/** Browser build of the SignalR client, which the page has loaded. */
const { signalR } = /** @type {{ signalR: typeof import('@microsoft/signalr') }} */ (/** @type {unknown} */ (window));

const LATEST = {
  EntityName: 'Note',
  SelectedFields: ['Id', 'Subject', 'OwnerId.DisplayName', 'RowVersion', 'UpdatedOn'],
  Sort: [{ FieldName: 'UpdatedOn', Direction: 2 }],
  Pager: { PageNumber: 1, PageSize: 8 },
};
/** @type {Record<State, [tone: string, text: string]>} */
const STATES = {
  connected: ['good', 'Connected'],
  resumed: ['good', 'Connected again, nothing missed'],
  limited: ['wait', 'Too many requests, waiting …'],
  reconnecting: ['wait', 'Connection lost, trying again …'],
  closed: ['closed', 'Not connected'],
};

/** @type {Record<string, [tone: string, text: string]>} */
const ANSWERS = { 200: ['good', 'Stored'], 202: ['wait', 'Processing'] };

const $ = (/** @type {string} */ selector) => /** @type {HTMLElement} */ (document.querySelector(selector));
const [connectForm, insertForm] = /** @type {HTMLFormElement[]} */ ([$('#connect'), $('#insert')]);
const connectButton = /** @type {HTMLButtonElement} */ ($('#connect button'));
const insertButton = /** @type {HTMLButtonElement} */ ($('#insert button'));

/** Current connection. @type {LiveEntity | undefined} */
let notes;
/** List items of writes by correlation id. @type {Map<string, HTMLElement>} */
const writes = new Map();
/** Notes that changed since the table was read. @type {Set<string | null>} */
let fresh = new Set();

/**
 * @param {string} name
 * @param {string | Node} content
 * @param {Record<string, string>} attributes
 */
function element(name, content, attributes = {}) {
  const made = document.createElement(name);
  made.append(content);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

/** @param {string} instant */
const clock = (instant) =>
  element('time', new Date(instant).toLocaleTimeString(), { datetime: new Date(instant).toISOString() });

/** @param {string} text @param {string} detail */
function hear(text, detail = '') {
  const item = element('li', element('span', text));
  item.append(element('code', detail), clock(new Date().toISOString()));
  $('#heard').prepend(item);
}

/** @param {HTMLElement} item @param {string} tone @param {string} text */
function mark(item, tone, text) {
  const state = /** @type {HTMLElement} */ (item.querySelector('[data-state]'));
  state.dataset.state = tone;
  state.textContent = text;
}

/** @param {string} subject */
function showWrite(subject) {
  const item = element('li', element('span', subject));
  item.append(element('span', 'sent', { 'data-state': 'wait' }));
  $('#writes').prepend(item);
  return item;
}

/** @param {Outcome} outcome */
function showOutcome({ CorrelationId, Status, HttpStatus, EntityName, Operation, Result, errors }) {
  hear(`OperationCompleted: ${Status}`, CorrelationId);
  // The same user may have written it elsewhere.
  const item = writes.get(CorrelationId) ?? showWrite(Result?.Subject ?? `${Operation} ${EntityName}`);
  writes.set(CorrelationId, item);
  mark(item, Status === 'Completed' ? 'good' : 'bad', `202 → ${HttpStatus} ${Status} ${errors.join(' ')}`);
}

/** @param {Change} change */
function showChange({ Operation, Id, Count, ChangedFields }) {
  const what = Operation === 'Update' ? ` of ${ChangedFields.join(', ')}` : '';
  hear(`${Operation}${what}`, Id ?? `${Count} notes`);
  fresh.add(Id);
  void reload();
}

/** Reads the table again. Calls during a read cause one more read. */
const reload = oneAtATime(async () => {
  const changed = fresh;
  fresh = new Set();
  const answer = await notes?.service.post('queries/select', LATEST);
  const rows = answer?.Result ?? [];
  $('#notes').replaceChildren(
    ...rows.map((/** @type {Record<string, string>} */ row) => {
      const cells = [row.Subject, row['OwnerId.DisplayName'] ?? '', row.RowVersion, clock(row.UpdatedOn)];
      const line = element('tr', '', changed.has(row.Id) ? { class: 'fresh' } : {});
      line.append(...cells.map((cell) => element('td', cell)));
      return line;
    }),
  );
});

/** @param {() => Promise<void>} work */
function oneAtATime(work) {
  let isWanted = false;
  let isRunning = false;
  return async () => {
    isWanted = true;
    if (isRunning) return;
    isRunning = true;
    while (isWanted) {
      isWanted = false;
      await work().catch(() => undefined);
    }
    isRunning = false;
  };
}

/** @param {State} state */
function showState(state) {
  const [tone, text] = STATES[state];
  $('#state').dataset.state = tone;
  $('#state').textContent = text;
  hear(text);
  insertButton.disabled = state === 'closed';
  connectButton.textContent = state === 'closed' ? 'Connect' : 'Disconnect';
  if (state === 'resumed') void reload();
}

/** @param {unknown} error */
const showProblem = (error) => void ($('#problem').textContent = String(error).split('Exception: ').at(-1) ?? '');

/** Values of a form. @param {HTMLFormElement} form @returns {Record<string, string>} */
const valuesOf = (form) =>
  Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, typeof value === 'string' ? value : '']));

async function connect() {
  const { user, TenantId, AppId, EnvironmentId } = valuesOf(connectForm);
  const service = new Service(location.origin, user, { TenantId, AppId, EnvironmentId });
  const next = new LiveEntity(signalR, service, 'Note', {
    changed: showChange,
    completed: showOutcome,
    notified: ({ Message }) => hear(`Notification: ${Message}`),
    reload: () => void reload(),
    state: showState,
    failed: showProblem,
  });
  notes = next;
  try {
    await next.start();
  } catch (error) {
    showProblem(error);
    await disconnect();
  }
}

async function disconnect() {
  const known = notes;
  notes = undefined;
  await known?.stop();
}

/** @param {LiveEntity} entity */
async function insert(entity) {
  const { subject, pace } = valuesOf(insertForm);
  const Subject = pace || subject;
  const item = showWrite(Subject);
  try {
    const { StatusCode, CorrelationId, Errors } = await entity.insert({ Subject });
    if (CorrelationId && writes.has(CorrelationId)) return item.remove();
    if (CorrelationId) writes.set(CorrelationId, item);
    const [tone, text] = ANSWERS[StatusCode] ?? ['bad', Errors.join(' ')];
    mark(item, tone, `${StatusCode} ${text}`);
  } catch (error) {
    mark(item, 'bad', String(error));
  }
}

connectForm.addEventListener('submit', (event) => {
  event.preventDefault();
  $('#problem').textContent = '';
  void (notes ? disconnect() : connect());
});

insertForm.addEventListener('submit', (event) => {
  event.preventDefault();
  if (notes) void insert(notes);
});
