# One image for every process: `nardy serve` by default, any other command of `nardy` by its name.
# .ci/image runs the first stage's steps in a clean environment; tests/test_dockerfile.py holds the
# two together.

FROM python:3.11-slim-bookworm AS build
ENV VENV=/opt/nardy
WORKDIR /build
RUN python -m venv "$VENV"
COPY requirements/server.txt requirements/server.txt
RUN "$VENV/bin/python" -m pip install --no-cache-dir --require-hashes --no-deps -r requirements/server.txt
COPY pyproject.toml README.md LICENSE ./
COPY game game
COPY platforms platforms
COPY server server
COPY bots bots
RUN "$VENV/bin/python" -m pip install --no-cache-dir --no-deps --no-build-isolation .

FROM python:3.11-slim-bookworm
RUN useradd --system --uid 10001 --no-create-home --shell /usr/sbin/nologin nardy
COPY --from=build /opt/nardy /opt/nardy
ENV PATH=/opt/nardy/bin:$PATH PYTHONUNBUFFERED=1 NARDY_LISTEN=0.0.0.0:8080
WORKDIR /tmp
USER 10001
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=10s CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8080/healthz', timeout=4)"]
ENTRYPOINT ["nardy"]
CMD ["serve"]
