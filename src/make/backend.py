"""How pip builds swarmtris (PEP 517): by make, which leaves a wheel or an archive of the source."""
import io
import os
import shutil
import subprocess
import sys
import tarfile


def _make(target):
    """Calls make; the last line that it prints is the file that it made."""
    command = ["make", f"-j{os.cpu_count()}", "--no-print-directory", target]
    done = subprocess.run(command, env={**os.environ, "PYTHON": sys.executable}, stdout=subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.exit(f"{done.stdout}make {target} failed; `make deps` installs what it needs on Debian")
    return done.stdout.splitlines()[-1]


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    return os.path.basename(shutil.copy(_make("wheel"), wheel_directory))


def build_sdist(sdist_directory, config_settings=None):
    made = _make("dist")
    name = os.path.basename(made)[:-len(".tar.gz")]
    info = f"Metadata-Version: 2.1\nName: swarmtris\nVersion: {name.split('-', 1)[1]}\n".encode()
    out = os.path.join(sdist_directory, name + ".tar.gz")
    with tarfile.open(made) as source, tarfile.open(out, "w:gz") as archive:
        for member in source:
            archive.addfile(member, source.extractfile(member) if member.isfile() else None)
        entry = tarfile.TarInfo(f"{name}/PKG-INFO")
        entry.size = len(info)
        archive.addfile(entry, io.BytesIO(info))
    return os.path.basename(out)
