// Makes the pages better where there is a script; without one they work by loading.
// <body data-live="where to look" data-bell="stream" data-line="number"> says what is live.
(() => {
  'use strict'
  const $ = (what) => document.querySelector(what)
  const all = (what, within = document) => [...within.querySelectorAll(what)]
  const page = () => document.body.dataset
  const parse = (html) => new DOMParser().parseFromString(html, 'text/html').body
  const whole = (html) => /<body/i.test(html)
  const asking = (address, fields) => address + (/\?/.test(address) ? '&' : '?') + fields
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
  const taps = () => new Map(all('a, button').map((tap) => [tap, meaning(tap)]))
  const still = new WeakMap() // until when a button takes no tap
  const rests = (before, others) => { // longest where a tap ends or begins a game (data-calm)
    for (const [tap, now] of taps()) if (before.get(tap) !== now) still.set(tap, Date.now() + (tap.closest('[data-calm]') ? 1000 : others))
  }

  // Anything of a player: "points.p2".
  const entered = () =>
    [...new FormData($('#entry') ?? undefined)].some(([name, value]) => name.includes('.') && value)

  // What Idiomorph leaves: the language and the lamp, which another tab may have changed; a sentence
  // that is said once more, new to those who only hear it; and the focus, on what it was on.

  const dress = ({ lang, dataset: { lamp } }) => {
    const { documentElement: root } = document, chosen = `${lang} ${lamp}`
    root.lang = lang
    if (lamp) root.dataset.lamp = lamp
    else delete root.dataset.lamp
    if (memory.chosen === chosen) return
    memory.chosen = chosen
    listen(true) // what a stream brings is drawn by what was chosen when it was opened
  }
  const said = () => ({ line: $('#ticker')?.dataset.of, text: $('#ticker > *')?.textContent })
  const repeat = (before) => {
    const { line, text } = said(), place = $('#ticker > *')
    if (place && line !== before.line && text === before.text) {
      place.replaceChildren(...[...place.childNodes].map((node) => node.cloneNode(true)))
    }
  }
  const known = (tap) => [tap.name, tap.value, tap.href].join()
  const focused = () => {
    const at = document.activeElement
    return at?.matches('a, button') && (at.name || at.href) ? { at, key: known(at) } : {}
  }
  const refocus = ({ at, key }) => {
    if (!at || (document.activeElement === at && (at.id || known(at) === key))) return
    all('a, button').find((tap) => known(tap) === key)?.focus({ preventScroll: true })
  }

  // The rules that a page brings are fetched before it is drawn, or it would be seen without them.

  const fetchRules = (html) => {
    const hrefs = [...html.matchAll(/<link rel="stylesheet"[^>]* href="([^"]+)/g)].map(([, href]) => href)
    const missing = hrefs.filter((href) => !$(`link[href="${href}"]`))
    return missing.length && Promise.all(missing.map((href) => new Promise((done) => {
      setTimeout(done, 2000)
      document.head.append(Object.assign(document.createElement('link'), { rel: 'preload', as: 'style', href, onload: done, onerror: done }))
    })))
  }

  const draw = (html) => {
    try {
      const fresh = parse(html)
      const { line = page().line, mark = page().mark, closed } =
        (whole(html) ? fresh : fresh.querySelector('[data-line]'))?.dataset ?? {}
      if (closed && !entered()) return location.assign(closed) // what the form is for has been recorded
      // An answer that was overtaken; numbers of another database say nothing about that.
      if (mark === page().mark && +line < +page().line) return
      const before = taps(), turn = page().yours, ticker = said(), focus = focused()
      if (whole(html)) dress(fresh.ownerDocument.documentElement)
      if (whole(html)) Idiomorph.morph(document.body, fresh, { callbacks })
      else for (const part of [...fresh.children]) {
        const old = document.getElementById(part.id)
        if (old) Idiomorph.morph(old, part, { callbacks })
      }
      page().line = line
      page().mark = mark
      modal()
      repeat(ticker)
      refocus(focus)
      readNew()
      if (page().yours && page().yours !== turn && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(80)
      rests(before, sending?.waits ? 0 : 400) // 0: it shows what this phone has done itself
      htmx.process(document.body)
    } catch (fault) { // the line is up, and the page at its address is whole
      console.error(fault)
      location.reload()
    }
  }
  const stop = (e) => {
    e.preventDefault()
    e.stopImmediatePropagation()
  }
  let sending // what is under way besides entry: the first of two taps wins
  for (const event of ['click', 'submit']) document.addEventListener(event, (e) => {
    const tap = e.target.closest('a[href], button, form')
    if (!tap || (event === 'click' && tap.matches('form'))) return
    const second = sending && (event === 'submit' || tap.href) && Date.now() - sending.at < sending.holds
    if (second || still.get(tap) > Date.now() || (tap.busy && !tap.matches('[data-entry]'))) stop(e)
  }, true)
  const posts = (tap) => (tap.getAttribute('formmethod') ?? tap.form?.method) === 'post'
  let last = {}
  document.addEventListener('click', (e) => { // the second tap of two: not on what the first brought
    const tap = e.target.closest('a, button')
    if (!tap) return
    const now = { at: e.timeStamp, x: e.clientX, y: e.clientY }
    const double = now.at - last.at < 400 && Math.hypot(now.x - last.x, now.y - last.y) < 30
    if (double && ((posts(tap) && !enters(tap)) || !last.there.has(known(tap)))) return stop(e)
    last = { ...now, there: new Set(all('a, button').map(known)) }
  }, true)

  // Entering: every tap counts. A tap on a form of several steps (data-entry) that comes while
  // another is under way waits for its turn; cards and digits are added up in the form and are sent
  // when it rests. What records waits too, and only counts if its button still says the same.

  const queue = []
  let replayed
  const adds = (tap) => /^(add|digit)$/.test(tap.name)
  const enters = (tap) => tap.form?.matches('[data-entry]') && tap.name && !tap.hasAttribute('formmethod') && tap.name !== 'start'
  const unsent = (form) => all('[data-tap]', form).filter((tap) => !tap.sent)
  const answers = (tap) => { // the field that it gives one of several answers to
    if (/^(now|mode)$/.test(tap.name)) return tap.name
    const [name, value] = tap.name === 'tap' ? [...new URLSearchParams(tap.value)][0] : [tap.name, tap.value]
    return name === 'set' ? value.split(':')[0] : ''
  }
  let answered = {}
  document.addEventListener('submit', (e) => {
    const form = $('[data-entry]'), tap = e.submitter
    if (!form || !tap?.name || tap === replayed) return
    if (enters(tap)) tap.dispatchEvent(new FocusEvent('focusout', { bubbles: true })) // or htmx sends it with the next
    const field = enters(tap) && answers(tap)
    if (field) {
      // Of two answers that lay side by side the first counts; what it has brought counts at once.
      if (field === answered.field && e.timeStamp - answered.at < 300 && answered.beside.has(known(tap))) return stop(e)
      answered = { field, at: e.timeStamp, beside: new Set(all('button:enabled').map(known)) }
    }
    if (enters(tap) && adds(tap)) {
      stop(e)
      const added = document.createElement('input')
      Object.assign(added, { type: 'hidden', name: 'tap', value: new URLSearchParams([[tap.name, tap.value]]) })
      added.dataset.tap = ''
      form.append(added)
      shown(tap)
      setTimeout(next) // not within the event of the form itself
    } else if (form.busy || queue.length || unsent(form).length) {
      stop(e)
      queue.push({ key: known(tap), says: enters(tap) ? '' : meaning(tap), after: e.timeStamp - answered.at > 300 || enters(tap) })
    }
  }, true)
  const submit = (form, tap) => {
    replayed = tap
    form.requestSubmit(tap)
    replayed = null
  }
  const shown = (tap) => { // at once, whatever the line does
    const sum = tap.name === 'digit' && $('.keypad__head .sum')
    if (sum) {
      const digit = tap.value.split(':').pop(), now = sum.textContent.trim().replace(/^(0|\D+)$/, '')
      sum.textContent = (digit === 'back' ? now.slice(0, -1) : `${now}${digit}`.slice(0, 4)) || '–'
    } else if (tap.name === 'add') {
      const badge = tap.querySelector('.badge') ?? tap.appendChild(Object.assign(document.createElement('span'), { className: 'badge' }))
      badge.textContent = +badge.textContent + 1
    }
  }
  const next = () => {
    const form = $('[data-entry]')
    if (!form) return void (queue.length = 0)
    if (form.busy) return
    if (unsent(form).length) return submit(form)
    const due = queue.shift()
    if (!due) return
    const tap = all('button').find((one) => known(one) === due.key && !one.disabled)
    if (tap && due.after && (!due.says || due.says === meaning(tap))) submit(tap.form, tap)
    else next()
  }
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
      const answer = await fetch(asking(live, `line=${line}&mark=${mark}`), { headers: { 'HX-Request': 'true' }, signal: stop.signal })
      const html = await answer.text()
      await fetchRules(html)
      if (answer.status === 502 || answer.status === 504) throw answer // said by a proxy
      link(true)
      if (live !== page().live || answer.status === 204) return
      if (!answer.ok) return tell(html)
      draw(html)
    } catch {
      link(false)
      retry = setTimeout(() => !page().bell || bell?.readyState === 1 ? look() : listen(), soon(2000, 5000))
    } finally {
      clearTimeout(late)
      looking = false
      if (again) look((again = false))
    }
  }

  // Listening: one stream a tab, none while it is hidden. It says a number, and at first which
  // database that is a number of: after a backup has come back, the numbers begin lower. Of what
  // others record it brings the page of the table itself. One that breaks is opened again at once,
  // and the server says when this phone may look: did all look of themselves, they would hold up a
  // server that is back.

  let bell, heard = 0, reopen, lost, wish = 'page=1'
  const listen = (anew) => {
    const where = document.hidden ? '' : page().bell ?? ''
    if (bell && !anew && bell.where === where && bell.readyState < 2) return
    clearTimeout(reopen)
    bell?.close()
    if (where) lost ??= setTimeout(link, 5000, false)
    else lost = clearTimeout(lost)
    bell = where ? Object.assign(new EventSource(asking(where, wish)), { where, onopen: opened, onerror: broken }) : null
    for (const event of bell ? ['mark', 'table', 'beat', 'page'] : []) bell.addEventListener(event, hear)
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
  const hear = async ({ type, lastEventId, data }) => {
    const { live, line, mark, bell: from } = page()
    heard = Date.now()
    if (type === 'mark') return data !== mark && look()
    if (type === 'page' && !off && !looking && live === from.replace('/bell', '')) {
      await fetchRules(data)
      if (live === page().live) draw(data)
    } else if (off || (+lastEventId > +line && !sending?.waits)) look() // else its answer or a beat tells
  }
  let memory = {} // tells other tabs what was chosen in this one
  try {
    memory = localStorage
  } catch {} // nothing may be kept
  addEventListener('storage', listen)
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
    wish = '' // something on the way may hold back what is packed: a number comes through
    listen(true)
  }, 2000)
  document.addEventListener('visibilitychange', wake)
  addEventListener('pageshow', (e) => e.persisted && wake())
  addEventListener('online', wake)
  addEventListener('offline', () => link(false))

  // The zone of this phone's clock, in which the server says times.

  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  if (timeZone && !document.cookie.split('; ').includes(`zone=${timeZone}`)) {
    document.cookie = `zone=${timeZone}; path=/; max-age=34560000; samesite=lax`
  }

  // The link: where the page has a place for it (data-off), its loss is said, and taken back.

  let off = false
  const link = (up) => {
    if (up) lost = clearTimeout(lost)
    if (up === !off) return
    off = !up
    const time = new Date().toLocaleTimeString(document.documentElement.lang, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
    for (const place of all('[data-off]')) {
      place.classList.toggle('is-off', off)
      if (off) {
        place.was = [...place.childNodes]
        const said = document.createElement('b')
        said.textContent = place.dataset.off.replace('{time}', time)
        place.replaceChildren(said, ' ', place.dataset.offMore ?? '')
      } else if (place.was) place.replaceChildren(...place.was)
    }
    document.body.classList.toggle('is-off', off)
    if (!up) return
    listen()
    next()
  }

  // Sending, by htmx: a page is drawn whole, a refusal goes into #notice.

  let fresh
  htmx.defineExtension('page', {
    transformResponse: (html) => { fresh = parse(html); return html },
    handleSwap: (style) => {
      if (style !== 'page') return false
      const before = taps()
      dress(fresh.ownerDocument.documentElement)
      const refused = fresh.querySelector('.notice[role=alert]') // then what is open there shows why
      Idiomorph.morph(document.body, fresh, { callbacks: refused ? {} : { beforeAttributeUpdated } })
      rests(before, 0)
      return [document.body]
    },
  })
  const on = (event, act) => document.addEventListener(`htmx:${event}`, act)
  on('configRequest', ({ detail }) => { // htmx misses a button that stands outside its form
    const tap = detail.triggeringEvent?.submitter
    if (tap?.name) {
      const added = tap.name === 'tap' ? all('[data-tap]', detail.elt).map((one) => one.value) : []
      detail.formData.delete(tap.name)
      for (const value of [...added, tap.value]) detail.formData.append(tap.name, value)
    }
    detail.path = tap?.getAttribute('formaction') ?? detail.path
    if (tap?.getAttribute('formmethod') === 'post') {
      Object.assign(detail, { verb: 'post', useUrlParams: false })
      detail.headers['Content-Type'] = 'application/x-www-form-urlencoded'
    }
  })
  on('beforeRequest', ({ detail: { elt, xhr, requestConfig } }) => {
    elt.busy = requestConfig.triggeringEvent?.submitter ?? elt
    elt.busy.classList.add('is-busy')
    const drawn = xhr.onload
    xhr.onload = () => {
      const rules = fetchRules(xhr.responseText)
      if (rules) rules.then(drawn)
      else drawn()
    }
    const { verb } = requestConfig
    if (!elt.matches('[data-entry]') || records(elt.busy)) sending = { xhr, waits: true, at: Date.now(), holds: verb === 'get' ? 300 : 3000 }
    else for (const tap of unsent(elt)) tap.sent = true
  })
  on('afterRequest', ({ detail: { elt, xhr } }) => {
    elt.busy?.classList.remove('is-busy')
    elt.busy = null
    // A quick answer does not let the second of two taps in.
    if (sending?.xhr === xhr) Object.assign(sending, { waits: false, holds: 60 })
    if (xhr.status) setTimeout(next)
    if (elt.matches('[data-entry]')) for (const tap of all('[data-tap]', elt)) {
      if (!xhr.status) tap.sent = false
      else if (tap.sent && xhr.status >= 400) tap.remove()
    }
  })
  on('beforeSwap', ({ detail }) => {
    link(true)
    const { status, responseURL } = detail.xhr
    const { elt } = detail.requestConfig
    if (status === 200 && detail.xhr !== sending?.xhr && elt.matches('[data-entry]') && unsent(elt).length) return void (detail.shouldSwap = false)
    if (whole(detail.serverResponse)) return void (detail.shouldSwap = true)
    if (detail.target !== document.body && status < 400) return
    detail.shouldSwap = false
    if (status >= 400) tell(detail.serverResponse)
    else if (status !== 204) location.href = responseURL // a file
  })
  on('sendError', () => {
    queue.length = 0
    last = {} // what was not sent may be tapped again at once
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
    readNew()
    $('[autofocus]')?.focus()
    if (xhr?.status >= 400) $('main [role=alert]')?.scrollIntoView({ block: 'nearest' })
    listen()
  })

  // Reading aloud: off until it is touched; from then on what is new on the page is read, too. A
  // touch while it speaks ends that; any other begins again.

  const voice = window.speechSynthesis
  if (voice) document.documentElement.classList.add('speaks')
  let reads = false, read = []
  const texts = () => all('[data-aloud]', $('#over') ?? document)
    .map((one) => (one.ariaLabel ?? one.textContent).trim()).filter(Boolean)
  const speak = (lines) => {
    voice.cancel()
    for (const line of lines) {
      const said = new SpeechSynthesisUtterance(line)
      said.lang = document.documentElement.lang
      voice.speak(said)
    }
  }
  const readNew = () => {
    const now = texts(), fresh = now.filter((line) => !read.includes(line))
    read = now
    for (const tap of all('[data-hear]')) tap.setAttribute('aria-pressed', reads)
    if (reads && fresh.length) speak(fresh)
  }
  document.addEventListener('click', ({ target }) => {
    if (!target.closest('[data-hear]')) return
    const ends = voice.speaking
    reads = !ends
    if (ends) voice.cancel()
    else speak(texts())
    readNew()
  })

  // Small comforts.

  addEventListener('wheel', (e) => { // over a number that has the focus it scrolls, and counts nothing
    if (!e.target.matches?.('input[type=number]:focus')) return
    e.preventDefault()
    $('main').scrollBy(0, e.deltaY)
  }, { passive: false })

  document.addEventListener('keydown', (e) => {
    const close = e.key === 'Escape' && $('[data-close]')?.dataset.close
    const way = close && $(`a[href="${CSS.escape(close)}"]`)
    if (way) way.click()
    else if (close) location.assign(close)
  })
  // What is seen only while it is held; without a script, or by keyboard, on a page of its own.
  for (const event of ['pointerdown', 'pointerup', 'pointercancel', 'contextmenu', 'blur', 'click']) addEventListener(event, (e) => {
    const tap = e.target.closest?.('[data-hold]')
    for (const held of all('.is-held')) held.classList.remove('is-held')
    if (event === 'pointerdown') tap?.classList.add('is-held')
    if (tap && (event === 'contextmenu' || (event === 'click' && e.detail))) e.preventDefault()
  }, true)
  // Notes when the game ends before one's eyes, or what has to be done at once comes up (data-chime),
  // and while seconds are counted down; off until chosen (a cookie).
  const chime = (...pitches) => {
    if (!document.cookie.split('; ').includes('sound=on')) return
    const audio = new (window.AudioContext ?? window.webkitAudioContext)()
    for (const [n, pitch] of pitches.entries()) {
      const tone = audio.createOscillator(), loudness = audio.createGain(), at = audio.currentTime + n * .16
      tone.frequency.value = pitch
      loudness.gain.setValueAtTime(.2, at)
      loudness.gain.exponentialRampToValueAtTime(.001, at + .6)
      tone.connect(loudness)
      loudness.connect(audio.destination)
      tone.start(at)
      tone.stop(at + .6)
      if (n === pitches.length - 1) tone.onended = () => audio.close()
    }
  }
  const seen = () => ({
    bell: page().bell,
    line: +page().line,
    ended: document.body.classList.contains('ended'),
    due: Boolean($('[data-chime]')),
  })
  let before = seen()
  new MutationObserver(() => {
    const now = seen(), fresh = now.bell === before.bell && now.line > before.line
    if (fresh && now.ended && !before.ended) chime(523, 659, 784)
    else if (fresh && now.due && !before.due) chime(659, 523)
    before = now
  }).observe(document.body, { attributeFilter: ['class', 'data-line', 'data-bell'] })

  // Counting down (data-seconds): a touch begins, another ends it.

  document.documentElement.classList.add('has-clock')
  document.addEventListener('click', ({ target }) => {
    const tap = target.closest('[data-seconds]')
    if (!tap) return
    const text = tap.firstElementChild, ends = performance.now() + tap.dataset.seconds * 1000
    const stop = (says) => {
      clearInterval(tap.clock)
      tap.clock = null
      text.textContent = says
      delete tap.dataset.keep
    }
    if (tap.clock) return stop(tap.begin)
    tap.begin ??= text.textContent
    tap.dataset.keep = '' // whatever is drawn anew meanwhile
    const show = () => {
      const left = Math.ceil((ends - performance.now()) / 1000)
      if (!tap.isConnected || +text.textContent === left) return tap.isConnected || clearInterval(tap.clock)
      if (left > 0) text.textContent = left
      else stop(tap.dataset.done)
      chime(left > 0 ? 523 : 784)
      if (left <= 0) navigator.vibrate?.(300)
    }
    tap.clock = setInterval(show, 100)
    show()
  })

  // The picture of an ending goes out as a PNG, which every chat shows: drawn here, with the fonts of
  // this phone, and handed to the phone's own sharing, or kept as a file.
  const shareAsPng = async ({ picture, name }) => {
    const drawn = new Image()
    drawn.src = picture
    await drawn.decode()
    const canvas = Object.assign(document.createElement('canvas'), { width: drawn.naturalWidth, height: drawn.naturalHeight })
    canvas.getContext('2d').drawImage(drawn, 0, 0)
    const file = new File([await new Promise((done) => canvas.toBlob(done, 'image/png'))], name, { type: 'image/png' })
    if (navigator.canShare?.({ files: [file] })) return navigator.share({ files: [file] })
    const way = Object.assign(document.createElement('a'), { href: URL.createObjectURL(file), download: name })
    way.click()
    setTimeout(URL.revokeObjectURL, 60000, way.href)
  }
  document.addEventListener('click', async ({ target }) => {
    const shares = target.closest('[data-picture]')
    if (shares) shareAsPng(shares.dataset).catch(() => {}) // put away again, or no canvas
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
  readNew()
  dress(document.documentElement)
  attend()
})()
