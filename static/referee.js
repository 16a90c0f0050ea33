// Makes the pages better where there is a script; without one they work by loading.
// <body data-live="where to look" data-bell="stream" data-line="number"> says what is live.
(() => {
  'use strict'
  const $ = (what) => document.querySelector(what)
  const page = () => document.body.dataset
  const parse = (html) => new DOMParser().parseFromString(html, 'text/html').body
  const whole = (html) => /<body/i.test(html)
  const soon = (least, most) => least + Math.random() * (most - least) // never all phones at once

  // Drawing: what has changed is changed; the rest stays, with what was typed and opened in it.

  delete Element.prototype.moveBefore // Chromium leaves undrawn what it moves out of a closed <details>
  const touched = (field) =>
    field.options ? [...field.options].some((o) => o.selected !== o.defaultSelected)
    : /hidden|submit|button/.test(field.type) ? false
    : field.checked !== field.defaultChecked || field.value !== field.defaultValue
  const kept = (node) => node.matches?.('[data-keep]:not(body)') ||
    (node.matches?.('form') && [...node.elements].some(touched))
  const beforeAttributeUpdated = (name, node) => !(name === 'open' && node.matches('details'))
  const callbacks = { beforeNodeMorphed: (node) => !kept(node), beforeAttributeUpdated }
  const meaning = (tap) => [tap.textContent, tap.ariaLabel, tap.name, tap.value, tap.href].join()
  const records = (tap) => /\/events(\?|$)/.test(tap.getAttribute('formaction') ?? tap.form?.action)
  const taps = () => new Map([...document.querySelectorAll('a, button')].map((tap) => [tap, meaning(tap)]))
  const still = new WeakMap() // until when a button takes no tap

  const draw = (html) => {
    const fresh = parse(html)
    const { line = page().line, mark = page().mark } =
      (whole(html) ? fresh : fresh.querySelector('[data-line]'))?.dataset ?? {}
    // An answer that was overtaken; numbers of another database say nothing about that.
    if (mark === page().mark && +line < +page().line) return
    const before = taps()
    if (whole(html)) Idiomorph.morph(document.body, fresh, { callbacks })
    else for (const part of [...fresh.children]) {
      const old = document.getElementById(part.id)
      if (old) Idiomorph.morph(old, part, { callbacks })
    }
    page().line = line
    page().mark = mark
    modal()
    for (const [tap, now] of taps()) if (before.get(tap) !== now) still.set(tap, Date.now() + 400)
    htmx.process(document.body)
  }
  for (const event of ['click', 'submit']) document.addEventListener(event, (e) => {
    const tap = e.target.closest('a, button, form')
    if (!tap?.busy && !(still.get(tap) > Date.now())) return
    e.preventDefault() // it has just changed, or is under way already
    e.stopImmediatePropagation()
  }, true)
  let last = {}
  document.addEventListener('click', (e) => { // the second tap of two, on what the first brought
    const tap = e.target.closest('a, button')
    if (!tap) return
    const now = { at: e.timeStamp, x: e.clientX, y: e.clientY, what: meaning(tap) }
    const double = now.at - last.at < 400 && Math.hypot(now.x - last.x, now.y - last.y) < 30
    if (!double || (now.what === last.what && !records(tap))) return void (last = now)
    e.preventDefault()
    e.stopImmediatePropagation()
  }, true)
  const modal = () => { // what lies under a sheet is out of reach
    for (const part of document.body.children) part.inert = Boolean($('#over')) && part.id !== 'over'
  }
  const tell = (html) => {
    const place = $('#notice') ?? $('main').insertBefore(document.createElement('div'), $('main').firstChild)
    place.id = 'notice'
    place.innerHTML = html
    place.scrollIntoView({ block: 'nearest' })
  }

  // Looking: one request at a time; what rings meanwhile makes it look once more.

  let looking = false, again = false, retry
  const look = async () => {
    const { live, line, mark } = page()
    if (!live || document.hidden) return
    if (looking) return void (again = true)
    looking = true
    clearTimeout(retry)
    const stop = new AbortController(), late = setTimeout(() => stop.abort(), 10000)
    try {
      const where = new URL(live, location)
      where.searchParams.set('line', line)
      where.searchParams.set('mark', mark)
      const answer = await fetch(where, { headers: { 'HX-Request': 'true' }, signal: stop.signal })
      const html = await answer.text()
      if (answer.status === 502 || answer.status === 504) throw answer // said by a proxy
      link(true)
      if (live !== page().live || answer.status === 204) return
      if (answer.ok) draw(html)
      else tell(html)
    } catch {
      link(false)
      retry = setTimeout(() => !page().bell || bell?.readyState === 1 ? look() : listen(), soon(2000, 5000))
    } finally {
      clearTimeout(late)
      looking = false
      if (again) look((again = false))
    }
  }

  // Listening: one stream a tab, none while it is hidden. All it says is a number, and at first which
  // database that is a number of: after a backup has come back, the numbers begin lower. One that
  // breaks is opened again at once, and the server says when this phone may look: did all look of
  // themselves, they would hold up a server that is back.

  let bell, heard = 0, reopen, lost
  const listen = (anew) => {
    const where = document.hidden ? '' : page().bell ?? ''
    if (bell && !anew && bell.where === where && bell.readyState < 2) return
    clearTimeout(reopen)
    bell?.close()
    if (where) lost ??= setTimeout(link, 5000, false)
    else lost = clearTimeout(lost)
    bell = where ? Object.assign(new EventSource(where), { where, onopen: opened, onerror: broken }) : null
    for (const event of bell ? ['table', 'beat'] : []) bell.addEventListener(event, hear)
    bell?.addEventListener('mark', (e) => e.data !== page().mark && look())
  }
  const opened = () => {
    bell.opened = true
    lost = clearTimeout(lost)
    clearTimeout(retry) // the first word will do
  }
  const broken = () => {
    const refused = bell.readyState === 2 // answered, but with no stream
    bell.close()
    if (!bell.opened && !refused) link(false) // nobody is there
    reopen = refused ? setTimeout(look, soon(0, 1000))
      : setTimeout(listen, bell.opened ? soon(0, 1000) : soon(1000, 2000), true)
  }
  const hear = (e) => {
    heard = Date.now()
    if (off || +e.data > +page().line) look()
  }
  const attend = () => {
    heard = Date.now()
    listen()
    if (page().bell && !document.hidden) navigator.wakeLock?.request('screen').catch(() => {})
  }
  const wake = () => {
    attend()
    look()
  }
  setInterval(() => { // two heartbeats missed, or no stream to be had
    if (document.hidden || !page().bell || Date.now() - heard < 21000) return
    heard = Date.now() + soon(0, 4000)
    listen(true)
  }, 2000)
  document.addEventListener('visibilitychange', wake)
  addEventListener('pageshow', (e) => e.persisted && wake())
  addEventListener('online', wake)
  addEventListener('offline', () => link(false))

  // The link: where the page has a place for it (data-off), its loss is said, and taken back.

  let off = false
  const link = (up) => {
    if (up) lost = clearTimeout(lost)
    if (up === !off) return
    off = !up
    const time = new Date().toLocaleTimeString(document.documentElement.lang, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
    for (const place of document.querySelectorAll('[data-off]')) {
      place.classList.toggle('is-off', off)
      if (off) {
        place.was = [...place.childNodes]
        const said = document.createElement('b')
        said.textContent = place.dataset.off.replace('{time}', time)
        place.replaceChildren(said, ' ', place.dataset.offMore ?? '')
      } else if (place.was) place.replaceChildren(...place.was)
    }
    document.body.classList.toggle('is-off', off)
    if (up) listen()
  }

  // Sending, by htmx: a page is drawn whole, a refusal goes into #notice.

  let fresh
  htmx.defineExtension('page', {
    transformResponse: (html) => { fresh = parse(html); return html },
    handleSwap: (style) => {
      if (style !== 'page') return false
      Idiomorph.morph(document.body, fresh, { callbacks: { beforeAttributeUpdated } })
      return [document.body]
    },
  })
  const on = (event, act) => document.addEventListener(`htmx:${event}`, act)
  on('configRequest', ({ detail }) => { // htmx misses a button that stands outside its form
    const tap = detail.triggeringEvent?.submitter
    if (tap?.name) detail.formData.set(tap.name, tap.value)
    detail.path = tap?.getAttribute('formaction') ?? detail.path
    if (tap?.getAttribute('formmethod') === 'post') {
      Object.assign(detail, { verb: 'post', useUrlParams: false })
      detail.headers['Content-Type'] = 'application/x-www-form-urlencoded'
    }
  })
  on('beforeRequest', ({ detail: { elt, requestConfig } }) => {
    elt.busy = requestConfig.triggeringEvent?.submitter ?? elt
    elt.busy.classList.add('is-busy')
  })
  on('afterRequest', ({ detail: { elt } }) => {
    elt.busy?.classList.remove('is-busy')
    elt.busy = null
  })
  on('beforeSwap', ({ detail }) => {
    link(true)
    const { status, responseURL } = detail.xhr
    if (whole(detail.serverResponse)) return void (detail.shouldSwap = true)
    if (detail.target !== document.body && status < 400) return
    detail.shouldSwap = false
    if (status >= 400) tell(detail.serverResponse)
    else if (status !== 204) location.href = responseURL // a file
  })
  on('sendError', () => {
    tell($('#unsent')?.innerHTML ?? '')
    link(false)
    look()
  })
  on('beforeHistoryUpdate', ({ detail: { history, xhr } }) => {
    // A tap within a sheet is no step to go back to; a ruling over it is.
    const within = new URL(history.path, location).pathname === location.pathname
    if (!within) $('main').scrollTop = 0
    else if (/ id="over"/.test(xhr.responseText) === Boolean($('#over'))) history.type = 'replace'
  })
  on('afterSettle', ({ detail: { xhr } }) => {
    modal()
    $('[autofocus]')?.focus()
    if (xhr?.status >= 400) $('main [role=alert]')?.scrollIntoView({ block: 'nearest' })
    listen()
  })

  // Small comforts.

  document.addEventListener('keydown', (e) => {
    const close = e.key === 'Escape' && $('[data-close]')?.dataset.close
    const way = close && $(`a[href="${CSS.escape(close)}"]`)
    if (way) way.click()
    else if (close) location.assign(close)
  })
  // What is seen only while it is held; without a script, or by keyboard, on a page of its own.
  for (const event of ['pointerdown', 'pointerup', 'pointercancel', 'contextmenu', 'blur', 'click']) addEventListener(event, (e) => {
    const tap = e.target.closest?.('[data-hold]')
    for (const held of document.querySelectorAll('.is-held')) held.classList.remove('is-held')
    if (event === 'pointerdown') tap?.classList.add('is-held')
    if (tap && (event === 'contextmenu' || (event === 'click' && e.detail))) e.preventDefault()
  }, true)
  document.addEventListener('click', async ({ target }) => {
    if (target.closest('[data-print]')) print()
    if (target.closest('[data-turn]')) document.documentElement.classList.toggle('is-turned')
    const tap = target.closest('[data-copy]')
    if (!tap) return
    try {
      await navigator.clipboard.writeText(tap.dataset.copy)
    } catch { // plain HTTP has no clipboard of its own
      const field = document.createElement('textarea')
      field.value = tap.dataset.copy
      tap.after(field)
      field.select()
      document.execCommand('copy')
      field.remove()
    }
    tap.textContent = tap.dataset.copied ?? tap.textContent
  })

  modal()
  attend()
})()
